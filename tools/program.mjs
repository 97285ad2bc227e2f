// Which file runs a program: its bundle (bundle.mjs) while that is current, otherwise the module that the compiler wrote.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
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
 * Whether there is a bundle of the last compilation of the project and of those that it refers to. Times do not say that: what a cache of
 * builds restores is written in any order.
 * @param {string} project
 * @param {string} name
 */
export function hasBundle(project, name) {
  const bundle = toBundle(project, name);
  const mark = `${bundle}${MARK}`;
  if (!existsSync(bundle) || !existsSync(mark)) return false;
  return readFileSync(mark, 'utf8') === describeCompilation(project);
}

/** Ending of the file next to a bundle that says of which compilation it was made. */
export const MARK = '.compilation';

/**
 * What the compiler wrote about a project and those that it refers to, as a hash. What was only transpiled (transpile.mjs) has no
 * compilation.
 * @param {string} project
 * @returns {string | undefined}
 */
export function describeCompilation(project) {
  const config = resolve(root, project, 'tsconfig.json');
  const { references = [] } = existsSync(config) ? JSON.parse(readFileSync(config, 'utf8')) : {};
  const files = ['.', ...references.map(({ path }) => path)].map((folder) =>
    resolve(root, project, folder, 'dist/.tsbuildinfo'),
  );
  if (!files.every((file) => existsSync(file))) return undefined;
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
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
