// `npm run test:affected`: lint, types and tests of the projects that differ from main and of those that use them, then the
// tests of the contract where code behind the v1 routes differs. Journeys and the other system tests are left to `npm test`.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build.mjs';
import { concernsContract } from './concerns-contract.mjs';

const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
const steps = [
  [nx, 'affected', '-t', 'lint', 'typecheck', 'test', 'test-programs', '--exclude=@svc/e2e', '--output-style=static'],
];
const changes = listChanges();
// The gateway serves the dashboard, so Nx cannot know that the types of the dashboard follow from the gateway's OpenAPI document.
if (changes.some((path) => path.startsWith('apps/gateway/src/'))) {
  steps.push([nx, 'run-many', '-t', 'typecheck', '--projects=@svc/dashboard', '--output-style=static']);
}
if (concernsContract(changes)) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  steps.push([nx, 'run-many', '-t', 'build', '--output-style=static']);
  steps.push([vitest, 'run', '--root', 'e2e', '--project', 'together', 'system/contract/']);
}
for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/** What differs from where this branch left main, committed or not, also what git does not track yet. */
function listChanges() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [base = 'HEAD'] = git('merge-base', 'main', 'HEAD');
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}
