import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasBundle } from './program.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * What the gateway serves to browsers as another project built it: the project, the folder that it writes, and the folders whose code is
 * in it.
 */
export const BROWSER_BUILDS = [
  {
    title: 'the page of funnels',
    project: 'apps/questionnaire',
    output: 'dist',
    sources: ['apps/questionnaire/src', 'libs/domain/src', 'libs/components/src'],
    command: [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
  },
  {
    title: 'the dashboard',
    project: 'apps/dashboard',
    output: 'dist',
    sources: ['apps/dashboard/src', 'libs/domain/src'],
    command: [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
  },
  {
    title: 'the script of the browser components',
    project: 'libs/components',
    output: 'dist/browser',
    sources: ['libs/components/src', 'libs/components/build', 'libs/domain/src'],
    command: ['build/bundle.mjs'],
  },
];

/** Arguments of Node that compile all code that the gateway and the tools need. */
export const COMPILE = [join(root, 'node_modules/ts7/bin/tsc'), '-b', 'tools', 'libs/components'];

/**
 * Brings everything that `tools` needs up to date: generated proto code if a .proto file is newer, then the compiler's own
 * incremental build over all references, then what browsers load if it is older than its code. The same outputs as
 * `npm run build`, without a task runner in the way of a start: seconds at first, a tenth of one when nothing changed. Names each
 * part that takes a while on stderr, since scripts read the stdout of the command line.
 * @param {object} [options]
 * @param {boolean} [options.bundle] - also the bundle of `npm start`, which saves more of a start than it takes
 * @returns {Promise<boolean>} false when it failed; the output is on stderr then.
 */
export async function tryBuild({ bundle = false } = {}) {
  if (!existsSync(join(root, 'tools/dist'))) say('Building everything; the first time takes about 20 s …');
  if (!(await buildProto()) || !(await buildCode())) return false;
  const built = await Promise.all([buildForBrowsers(), !bundle || buildBundle()]);
  return built.every(Boolean);
}

/**
 * The same; ends the process when it failed.
 * @param {{ bundle?: boolean }} [options]
 */
export async function build(options) {
  if (!(await tryBuild(options))) process.exit(1);
}

async function buildProto() {
  const proto = join(root, 'libs/proto');
  if (newest(join(proto, 'proto')) > newest(join(proto, 'src/gen'))) {
    say('  messages between services');
    return run(join(root, 'node_modules/.bin/buf'), ['generate'], proto);
  }
  return true;
}

async function buildCode() {
  const built = join(root, 'tools/dist/.tsbuildinfo');
  if (!existsSync(built) || Math.max(...sources().map(newest)) > statSync(built).mtimeMs) say('  services and tools');
  return run(process.execPath, COMPILE, root);
}

/**
 * Builds what browsers load where it is older than its code.
 * @returns {Promise<boolean>} false when it failed; the output is on stderr then.
 */
export async function buildForBrowsers() {
  const stale = BROWSER_BUILDS.filter(
    ({ project, output, sources }) =>
      Math.max(...sources.map((folder) => newest(join(root, folder)))) > newest(join(root, project, output)),
  );
  const built = await Promise.all(
    stale.map(({ title, project, command }) => {
      say(`  ${title}`);
      return run(process.execPath, command, join(root, project));
    }),
  );
  return built.every(Boolean);
}

async function buildBundle() {
  if (hasBundle('tools', 'all-in-one')) return true;
  return run(process.execPath, ['bundle.mjs', 'all-in-one', 'bench/processes/services-child'], join(root, 'tools'));
}

/** Every folder with code. */
export function sources() {
  const projects = ['libs', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
  return [...projects, join(root, 'tools')].map((project) => join(project, 'src')).filter(existsSync);
}

/** @param {string} line */
export const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Time of the newest file below a folder, 0 for none.
 * @param {string} folder
 */
function newest(folder) {
  if (!existsSync(folder)) return 0;
  return Math.max(
    0,
    ...readdirSync(folder, { recursive: true }).map((file) => statSync(join(folder, String(file))).mtimeMs),
  );
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<boolean>}
 */
function run(command, args, cwd) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      if (code !== 0) process.stderr.write(`${output}\nThe build failed; "npm run build" shows it task by task.\n`);
      resolve(code === 0);
    });
  });
}
