// `node tools/boundaries.mjs [FOLDER]`: checks the imports below a folder, by default the current one, against the workspace's
// .dependency-cruiser.mjs. Part of `lint` of tools, which checks all projects in one run: each project's run would read the
// libraries again.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the workspace has code. */
const PROJECTS = ['libs', 'apps', 'tools', 'e2e'];

const folder = resolve(process.argv[2] ?? '.');
const workspace = getWorkspace(folder);
const checked =
  folder === workspace
    ? PROJECTS.filter((project) => existsSync(join(workspace, project)))
    : [relative(workspace, folder)];
const cruiser = fileURLToPath(
  new URL('../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', import.meta.url),
);
const { status } = spawnSync(process.execPath, [cruiser, '--config', '.dependency-cruiser.mjs', ...checked], {
  cwd: workspace,
  stdio: 'inherit',
});
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
