// Checks the imports of the project in the current folder against the workspace's .dependency-cruiser.mjs; part of `lint`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = getWorkspace(process.cwd());
const cruiser = fileURLToPath(
  new URL('../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', import.meta.url),
);
const { status } = spawnSync(
  process.execPath,
  [cruiser, '--config', '.dependency-cruiser.mjs', relative(workspace, process.cwd())],
  { cwd: workspace, stdio: 'inherit' },
);
process.exit(status ?? 1);

/**
 * @param {string} folder
 * @returns {string}
 */
function getWorkspace(folder) {
  if (existsSync(join(folder, '.dependency-cruiser.mjs'))) return folder;
  if (dirname(folder) === folder) throw new Error('No .dependency-cruiser.mjs in this folder or above.');
  return getWorkspace(dirname(folder));
}
