import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Brings everything that `tools` needs up to date: generated proto code if a .proto file is newer, then the compiler's own
 * incremental build over all references, then the browser page if it is older than its code. The same outputs as `npm run build`,
 * without a task runner in the way of a start: seconds at first, a tenth of one when nothing changed. Names each part that takes a
 * while on stderr, since scripts read the stdout of the command line.
 * @returns false when it failed; the output is on stderr then.
 */
export function tryBuild() {
  if (!existsSync(join(root, 'tools/dist'))) say('Building everything; the first time takes about 20 s …');
  return buildProto() && buildCode() && buildPage();
}

/** The same; ends the process when it failed. */
export function build() {
  if (!tryBuild()) process.exit(1);
}

function buildProto() {
  const proto = join(root, 'libs/proto');
  if (newest(join(proto, 'proto')) > newest(join(proto, 'src/gen'))) {
    say('  messages between services');
    return run(join(root, 'node_modules/.bin/buf'), ['generate'], proto);
  }
  return true;
}

function buildCode() {
  const built = join(root, 'tools/dist/.tsbuildinfo');
  if (!existsSync(built) || Math.max(...sources().map(newest)) > statSync(built).mtimeMs) say('  services and tools');
  return run(process.execPath, [join(root, 'node_modules/ts7/bin/tsc'), '-b', 'tools', 'libs/components'], root);
}

function buildPage() {
  const page = join(root, 'apps/questionnaire');
  const code = ['apps/questionnaire/src', 'libs/domain/src', 'libs/components/src'].map((folder) =>
    newest(join(root, folder)),
  );
  if (Math.max(...code) > newest(join(page, 'dist'))) {
    say('  the page of funnels');
    return run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], page);
  }
  return true;
}

/** Every folder with code. */
export function sources() {
  const projects = ['libs', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
  return [...projects, join(root, 'tools')].map((project) => join(project, 'src')).filter(existsSync);
}

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

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
 */
function run(command, args, cwd) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  if (status !== 0)
    process.stderr.write(`${stdout}${stderr}\nThe build failed; "npm run build" shows it task by task.\n`);
  return status === 0;
}
