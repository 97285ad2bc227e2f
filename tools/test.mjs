// `npm test`: every check and test of the workspace except those of images, databases, restore and upgrade, on a fresh machine with
// nothing but Node and npm. Ends with what failed, and one line `N passed, N failed` over all levels; a check that fails (lint,
// typecheck, build) counts as one failure.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';
import { count, listFailures } from './test-reports.mjs';

const PROJECTS = [...foldersIn('libs'), ...foldersIn('apps'), 'tools', 'deploy', 'e2e'];
const startedAt = Date.now();

for (const file of resultFiles()) rmSync(join(root, file));
const checks = run('lint', 'typecheck', 'build', 'test', 'test-programs');
const journeys = checks && runJourneys();

const failures = [];
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const file of resultFiles()) {
  const report = JSON.parse(readFileSync(join(root, file), 'utf8'));
  const { passed, failed, skipped } = count(report);
  const level = file
    .replace('/test-results/', ' ')
    .replace(/(results)?[.]json$/, '')
    .trim();
  console.log(`${level.padEnd(20)} ${passed} passed, ${failed} failed, ${skipped} skipped`);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  for (const failure of listFailures(report)) failures.push(`${level}: ${failure.title}\n${failure.message}`);
}
// Once more, since they are far above, between thousands of lines.
for (const failure of failures) console.log(`\nFailed in ${failure}`);
const green = checks && journeys;
if (!green && totals.failed === 0) totals.failed = 1;
console.log(`\nTook ${Math.round((Date.now() - startedAt) / 1000)} s.`);
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(green && totals.failed === 0 ? 0 : 1);

/** @param {string} folder */
function foldersIn(folder) {
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
}

/** What the levels left in `test-results`, restored from Nx's cache where nothing changed. */
function resultFiles() {
  return PROJECTS.map((project) => `${project}/test-results`)
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((file) => file.endsWith('.json'));
}

/** @param {string[]} targets */
function run(...targets) {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const options = ['--parallel=4', '--output-style=static'];
  const { status } = spawnSync(process.execPath, [nx, 'run-many', '-t', ...targets, ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_WORKERS: '1' },
  });
  return status === 0;
}

/** Without Nx, which would read the workspace again: the checks have built everything. */
function runJourneys() {
  const { status } = spawnSync(process.execPath, ['journeys.mjs'], { cwd: join(root, 'e2e'), stdio: 'inherit' });
  return status === 0;
}
