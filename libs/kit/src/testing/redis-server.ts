import { type ChildProcess, spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from '../util/free-port.js';

/** A real Redis for a test. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Stops the process (SIGSTOP): connections stay, nothing is answered. */
  freeze(): void;
  /** Continues after `freeze`. */
  thaw(): void;
  /** Kills the process; `start` begins again on the same port, empty. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts `redis-server` (of REDIS_SERVER or the PATH) on a free port of 127.0.0.1, without persistence.
 * Returns undefined where there is none, so that tests can skip; with CI set that is an Error.
 */
export async function startRedisServer(): Promise<RedisServer | undefined> {
  const binary = process.env.REDIS_SERVER ?? (await find('redis-server'));
  if (binary === undefined) {
    if (process.env.CI) throw new Error("No 'redis-server' found: with CI set, tests that need Redis must run.");
    return undefined;
  }
  const port = await freePort();
  let child: ChildProcess | undefined;
  const end = () => child?.kill('SIGKILL');

  async function start(): Promise<void> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    child = spawn(binary as string, args, { stdio: 'ignore', cwd: '/' });
    await waitForPort(port);
  }
  async function kill(): Promise<void> {
    const current = child;
    if (!current || current.exitCode !== null || current.signalCode !== null) return;
    const exited = new Promise((resolve) => current.once('exit', resolve));
    current.kill('SIGKILL');
    await exited;
  }

  await start();
  process.once('exit', end);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    kill,
    start,
    async stop() {
      await kill();
      process.removeListener('exit', end);
    },
  };
}

async function find(name: string): Promise<string | undefined> {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']) {
    const path = join(folder, name);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return undefined;
}

async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port }, () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`redis-server did not start on port ${port}.`);
}
