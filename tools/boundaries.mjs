// Checks the imports of the project in the current folder against .dependency-cruiser.mjs, as part of its `lint`.
import { spawnSync } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const project = relative(root, process.cwd());
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
    '--config',
    '.dependency-cruiser.mjs',
    project,
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
