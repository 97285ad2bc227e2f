import { type ChildProcess, spawn } from 'node:child_process';
import type { Logger } from '../log/logger.js';
import type { PostgresBinaries } from './binaries.js';
import type { ServerUser } from './server-user.js';

/** A standby accepts read-only ones. */
const READY = /database system is ready to accept (read-only )?connections/;
const READY_TIMEOUT_MS = 120_000; // Crash recovery of a large database takes its time.

export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the server has ended, with how: `signal SIGKILL`, `exit code 1`. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface ServerProcessOptions {
  binaries: PostgresBinaries;
  directory: string;
  port: number;
  user: ServerUser | undefined;
  /** Settings for `-c`. */
  settings: Record<string, string>;
  log: Logger;
}

/** At the first start of all, services look for their schema before the role that owns it exists, and then make both. */
const FIRST_START = /role "svc_\w+" does not exist/;

/** Starts `postgres` and waits until it takes connections. Ends with this process, unless that is killed by SIGKILL. */
export async function startServer(options: ServerProcessOptions): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryStart(options);
    if (typeof outcome !== 'string') return outcome;
    // The last backends of a killed server take a moment to notice that they are alone.
    if (attempt < 20 && /shared memory block.*still in use|lock file .* already exists/s.test(outcome)) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    throw new Error(explain(outcome, options));
  }
}

/** The running server, or its output if it did not start. */
async function tryStart(options: ServerProcessOptions): Promise<ServerProcess | string> {
  const { binaries, directory, port, user, settings, log } = options;
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', directory, '-p', String(port), ...flags], {
    ...user,
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' },
    // Its own process group: Ctrl-C must reach us only, so that services finish before their database goes.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    child.once('error', (error) => {
      output += error.message;
      resolve(error.message);
    });
  });
  const interrupt = () => child.kill('SIGINT');
  process.once('exit', interrupt);
  void exited.then(() => process.removeListener('exit', interrupt));

  const ready = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), READY_TIMEOUT_MS);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      writeLog(log, text);
      if (output.length < 16_384) output += text;
      if (READY.test(output)) resolve(true);
    });
    void exited.then(() => resolve(false)).finally(() => clearTimeout(timer));
  });
  if (!ready) {
    await end(child, exited);
    return output;
  }
  return { pid: child.pid ?? 0, ended: exited, stop: () => end(child, exited) };
}

/** Fast shutdown; the immediate one when that takes long. Both keep what was committed. */
async function end(child: ChildProcess, exited: Promise<string>): Promise<void> {
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await exited;
  clearTimeout(timer);
}

function writeLog(log: Logger, text: string): void {
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (/\b(PANIC|FATAL):/.test(line) && !FIRST_START.test(line)) log.warn({ postgres: line }, 'PostgreSQL');
    else log.debug({ postgres: line }, 'PostgreSQL');
  }
}

function explain(output: string, { directory, port }: ServerProcessOptions): string {
  if (/could not bind|Address already in use/.test(output)) {
    return `PostgreSQL cannot listen on port ${port}: it is in use. Choose another port, or stop what listens there.`;
  }
  const lines = output.split('\n').filter((line) => /FATAL|PANIC|ERROR|HINT/.test(line));
  const reason = (lines.length > 0 ? lines : output.trim().split('\n').slice(-1)).join(' ').trim();
  return `PostgreSQL does not start on ${directory}: ${reason || 'it ended without a message'}. If the directory is damaged, restore it from a backup, or move it away to begin with an empty database.`;
}
