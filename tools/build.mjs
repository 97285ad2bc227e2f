import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Builds one project and what it needs, quietly; unchanged projects come from the cache. Ends the process when the build
 * fails, with its output.
 * @param {string} project
 */
export function build(project) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/nx/dist/bin/nx.js'), 'run', `@svc/${project}:build`, '--output-style=static'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}\nThe build failed; run "npm run build" to see it again.\n`);
  process.exit(1);
}
