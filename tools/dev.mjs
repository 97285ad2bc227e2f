// `npm run dev`: runs the whole system and starts it again whenever a source file changes. The database keeps running in between.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { build, root, sources, tryBuild } from './build.mjs';

/** An editor writes several files at a time. */
const QUIET_MS = 100;

build();
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

/** @type {import('node:child_process').ChildProcess | undefined} */
let system;
/** @type {NodeJS.Timeout | undefined} */
let timer;
let stopping = false;

function start() {
  system = spawn(process.execPath, [join(root, 'tools/run.mjs')], { stdio: 'inherit', env: environment });
}

/** @returns {Promise<void>} */
function stop() {
  const ending = system;
  if (!ending || ending.exitCode !== null || ending.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    ending.once('exit', () => resolve());
    ending.kill('SIGTERM');
  });
}

/** One after the other: a change during a build or a restart is built after it. */
let work = Promise.resolve();
function rebuild() {
  work = work.then(async () => {
    if (stopping || !tryBuild()) return;
    await stop();
    if (!stopping) start();
  });
}

for (const folder of [...sources(), join(root, 'libs/proto/proto')]) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (file?.startsWith('gen/') || file?.endsWith('.test.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(rebuild, QUIET_MS);
  });
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await work;
    await stop();
    await database?.stop();
    process.exit(0);
  });
}
start();
