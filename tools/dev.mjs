// `npm run dev`: runs the whole system and starts it again whenever a source file changes: with the changed files transpiled, while their
// types are checked afterwards (ADR 58). The database keeps running in between.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { build, buildForBrowsers, COMPILE, root, say, sources, tryBuild } from './build.mjs';
import { transpile } from './transpile.mjs';

/** An editor writes several files at a time. */
const QUIET_MS = 100;
const PROTO = join(root, 'libs/proto/proto');

await build();
const { startEmbeddedPostgres } = await import('@svc/kit/embedded-postgres');
const { createLogger } = await import('@svc/kit');
const environment = { ...process.env };
const database = environment.DATABASE_URL
  ? undefined
  : await startEmbeddedPostgres({
      dataDir: environment.DATA_DIR ?? '.data',
      log: createLogger({ name: 'dev', level: 'warn' }),
    });
if (database) environment.DATABASE_URL = database.url;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @type {ChildProcess | undefined} */
let system;
/** @type {ChildProcess | undefined} */
let check;
/** @type {NodeJS.Timeout | undefined} */
let timer;
let stopping = false;
/** Whether the types are checked once the system is ready. */
let checkIsDue = false;
/** Files that changed since the last restart: folder with code, and path in it. @type {Map<string, [folder: string, file: string]>} */
const changed = new Map();

function start() {
  system = spawn(process.execPath, [join(root, 'tools/run.mjs')], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: environment,
  });
  system.stdout?.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    if (checkIsDue && text.includes('Ready in')) checkTypes();
  });
}

/**
 * @param {ChildProcess | undefined} ending
 * @param {NodeJS.Signals} [signal] - SIGKILL for the compiler, which finishes its work after any other.
 * @returns {Promise<void>}
 */
function stop(ending, signal = 'SIGTERM') {
  if (!ending || ending.exitCode !== null || ending.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    ending.once('exit', () => resolve());
    ending.kill(signal);
  });
}

/** Compiles everything, for the errors and for the declarations, when the system does not need the processor any more. */
function checkTypes() {
  checkIsDue = false;
  check = spawn(process.execPath, COMPILE, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (check.pid !== undefined) setPriority(check.pid, 10);
  check.once('exit', (code) => {
    if (code) say('The types have errors; the system runs the code nevertheless.');
  });
}

/** @returns {Promise<boolean>} whether the system can be started; the output is on stderr if not. */
async function rebuild() {
  const files = [...changed.values()];
  changed.clear();
  checkIsDue = false;
  await stop(check, 'SIGKILL');
  if (files.some(([folder]) => folder === PROTO)) return tryBuild();
  try {
    for (const [folder, file] of files) await transpile(dirname(folder), file);
  } catch (error) {
    say(/** @type {Error} */ (error).message);
    return false;
  }
  // The page reads its files when it starts. If they cannot be built, the rest of the system can be used.
  await Promise.all([buildForBrowsers(), stop(system)]);
  return true;
}

/** One after the other: a change during a build or a restart is built after it. */
let work = Promise.resolve();
function restart() {
  work = work.then(async () => {
    if (stopping || !(await rebuild())) return;
    await stop(system);
    if (stopping) return;
    checkIsDue = true;
    start();
  });
}

for (const folder of [...sources(), PROTO]) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (!file || file.startsWith('gen/') || file.endsWith('.test.ts')) return;
    changed.set(join(folder, file), [folder, file]);
    clearTimeout(timer);
    timer = setTimeout(restart, QUIET_MS);
  });
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await work;
    await Promise.all([stop(system), stop(check, 'SIGKILL')]);
    await database?.stop();
    process.exit(0);
  });
}
start();
