import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { send, until } from './http.js';
import { PLATFORM_TOKEN } from './platform-token.js';
import { systemDirectory } from './system-directory.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Running {
  child: ChildProcess;
  /** Everything it printed so far, both streams. */
  output(): string;
  /** Sends the signal and waits for the end; answers the exit code, or the signal's name. */
  stop(signal?: NodeJS.Signals): Promise<number | string>;
  exited: Promise<number | string>;
}

/** Compiled code, kept between the many starts of the same programs. Node's own default, which `npm start` uses too. */
const COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');

/**
 * The young generation of the heap begins with the size (MB) to which it would grow anyway. It begins with one otherwise, and a start,
 * which is most of what many of these processes do, collects garbage again and again.
 */
const HEAP = '--min-semi-space-size=16';

/** Starts a Node program of the workspace with this environment and nothing of ours but PATH and HOME. */
export function run(script: string, environment: Record<string, string>, options: string[] = []): Running {
  const child = spawn(process.execPath, [HEAP, resolve(root, script), ...options], {
    cwd: root,
    env: {
      LOAD_SHEDDING: 'off', // Several systems share the machine, so that answers are slow without being too many.
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CI: process.env.CI,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...environment,
    } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watchProcess(child, (signal) => child.kill(signal));
}

/**
 * Keeps what a process prints, and how it ends.
 * @param kill - sends a signal to the process.
 */
export function watchProcess(
  child: ChildProcessByStdio<null, Readable, Readable>,
  kill: (signal: NodeJS.Signals) => void,
): Running {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const exited = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  return {
    child,
    output: () => text,
    exited,
    stop(signal = 'SIGTERM') {
      kill(signal);
      return exited;
    },
  };
}

export interface Launched extends Running {
  origin: string;
  port: number;
  dataDir: string;
  platformToken: string;
}

/**
 * The whole system in one process, on a free port, ready when this returns.
 * @param script - `tools/start.mjs` for all that `npm start` does, which builds first.
 */
export async function launch(environment: Record<string, string> = {}, script = 'tools/run.mjs'): Promise<Launched> {
  const port = Number(environment.PORT ?? (await freePort()));
  const dataDir = environment.DATA_DIR ?? systemDirectory();
  const platformToken = environment.PLATFORM_TOKEN ?? PLATFORM_TOKEN;
  const running = run(script, {
    PORT: String(port),
    DATA_DIR: dataDir,
    PLATFORM_TOKEN: platformToken,
    RPC_TRANSPORT: process.env.RPC_TRANSPORT ?? 'in-process',
    ...environment,
  });
  const origin = `http://127.0.0.1:${port}`;
  await Promise.race([
    until('the launcher says it is ready', async () => running.output().includes('Ready in'), 200_000),
    running.exited.then((code) => {
      throw new Error(`The launcher ended with ${code}:\n${running.output()}`);
    }),
  ]);
  return { ...running, origin, port, dataDir, platformToken };
}

export { temporaryDirectory } from './system-directory.js';

/** Ports below those that systems give to outgoing connections, which could take one between two starts of a service. */
const FIRST_PORT = 20_000;
const PORTS_OF_A_WORKER = 1_000;
let turn = process.pid;

/** A free port that no other file of this run is given. */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * PORTS_OF_A_WORKER;
  for (;;) {
    turn += 1;
    const port = first + (turn % PORTS_OF_A_WORKER);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Whether a program of this machine takes connections on the port. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

export async function isReady(origin: string): Promise<boolean> {
  return (await send(origin, '/readyz')).status === 200;
}
