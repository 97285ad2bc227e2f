// Which file runs a program: its bundle (bundle.mjs) while that is current, otherwise the module that the compiler wrote.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} project - folder of a project, for example `apps/gateway`
 * @param {string} name - of a module in its `dist`, without extension
 * @returns path of the file that runs it
 */
export function getProgram(project, name) {
  return hasBundle(project, name) ? toBundle(project, name) : resolve(root, project, 'dist', `${name}.js`);
}

/**
 * Whether there is a bundle that is not older than the last compilation of the project and of those that it refers to. What was only
 * transpiled (transpile.mjs) has no compilation.
 * @param {string} project
 * @param {string} name
 */
export function hasBundle(project, name) {
  const { references = [] } = JSON.parse(readFileSync(resolve(root, project, 'tsconfig.json'), 'utf8'));
  const folders = ['.', ...references.map(({ path }) => path)];
  const compiled = folders.map((folder) => writtenAt(resolve(root, project, folder, 'dist/.tsbuildinfo')));
  const bundled = writtenAt(toBundle(project, name));
  return bundled > 0 && compiled.every((time) => time > 0 && time <= bundled);
}

/**
 * All bundles of a project are in one folder, from which their modules find other files.
 * @param {string} name - of a module in `dist`, without extension
 */
export const toBundleName = (name) => name.replaceAll('/', '-');

/**
 * @param {string} project
 * @param {string} name
 */
const toBundle = (project, name) => resolve(root, project, 'dist/bundle', `${toBundleName(name)}.js`);

/**
 * Milliseconds; 0 where there is no such file.
 * @param {string} file
 */
const writtenAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
