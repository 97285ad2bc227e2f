import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getProgram } from '../../../program.mjs';
import { freePorts } from '../../launcher/ports.js';
import type { PhaseOutcome } from '../load/open-loop.js';
import type { LoadJob } from './open-loop-child.js';
import type { MeterOrder } from './turn-meter.js';

export interface Child {
  stop(): Promise<void>;
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** A bare `node:http` server in a process of its own that sends these bytes; answers its origin. */
export async function bareServer(bytes: string): Promise<Child & { origin: string; port: number; pid: number }> {
  const { port, pid, stop } = await sender('./bare-http.js', bytes);
  return { origin: `http://127.0.0.1:${port}`, port: Number(port), pid, stop };
}

/** A bare grpc-js server in a process of its own that answers MatchVariants with these bytes; answers its address. */
export async function bareGrpcServer(bytes: string): Promise<Child & { address: string }> {
  const { port, stop } = await sender('./bare-grpc.js', bytes);
  return { address: `127.0.0.1:${port}`, stop };
}

/** A gRPC server of the kit in a process of its own that answers MatchVariants with these bytes; answers its address. */
export async function kitGrpcServer(bytes: string): Promise<Child & { address: string }> {
  const { port, stop } = await sender('./kit-grpc.js', bytes);
  return { address: `127.0.0.1:${port}`, stop };
}

async function sender(script: string, bytes: string): Promise<Child & { port: string; pid: number }> {
  const child = spawn(process.execPath, [here(script)], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(bytes);
  const port = await firstLine(child, /^(\d+)$/m);
  return { port, pid: child.pid as number, stop: () => end(child) };
}

/** The whole system in a process of its own; ready when this returns. */
export async function wholeSystem(environment: Record<string, string>): Promise<Child & { pid: number }> {
  const child = spawn(process.execPath, [here('../../../run.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'error', DEMO: 'false', ...environment },
  });
  await firstLine(child, /(Ready in)/);
  return { pid: child.pid as number, stop: () => end(child) };
}

/**
 * Load from a process of its own; answers the outcome of each stretch: the closed loop, if there is one, then the phases.
 * @param onOutcome - called at the end of each.
 */
export async function openLoop(job: LoadJob, onOutcome: () => void): Promise<PhaseOutcome[]> {
  const child = spawn(process.execPath, [here('./open-loop-child.js')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const outcomes: PhaseOutcome[] = [];
  for await (const line of createInterface(child.stdout)) {
    outcomes.push(JSON.parse(line) as PhaseOutcome);
    onOutcome();
  }
  return outcomes;
}

/**
 * Each service and the gateway as a process of its own, as containers run them; ready when this returns.
 * @param options.collector - each has a metrics port, and `telemetry-switch.ts` with this address of a collector.
 */
export async function separateProcesses(
  environment: Record<string, string>,
  { collector }: { collector?: string } = {},
): Promise<Child & { metricsPorts: readonly number[]; pids: readonly number[] }> {
  const [funnel, analysis, matcher, catalog, identity, insight, chat] = await freePorts(7);
  const ports = {
    'funnel-svc': funnel,
    'analysis-svc': analysis,
    'matcher-svc': matcher,
    'catalog-sync': catalog,
    'identity-svc': identity,
    'insight-svc': insight,
    'chat-svc': chat,
  };
  const shared = {
    ...process.env,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    FUNNEL_ADDR: `127.0.0.1:${funnel}`,
    ANALYSIS_ADDR: `127.0.0.1:${analysis}`,
    MATCHER_ADDR: `127.0.0.1:${matcher}`,
    CATALOG_ADDR: `127.0.0.1:${catalog}`,
    IDENTITY_ADDR: `127.0.0.1:${identity}`,
    INSIGHT_ADDR: `127.0.0.1:${insight}`,
    CHAT_ADDR: `127.0.0.1:${chat}`,
    ...environment,
  };
  const metricsPorts = collector === undefined ? [] : await freePorts(Object.keys(ports).length + 1);
  const start = (name: string, own: Record<string, string> = {}, place = 0) =>
    collector === undefined
      ? spawn(process.execPath, [getProgram(`apps/${name}`, 'main')], {
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { ...shared, ...own },
        })
      : // Not the bundle, whose kit is its own.
        spawn(
          process.execPath,
          ['--import', here('./telemetry-switch.js'), here(`../../../../apps/${name}/dist/main.js`)],
          {
            stdio: ['ignore', 'ignore', 'inherit'],
            env: { ...shared, ...own, METRICS_PORT: String(metricsPorts[place]), BENCH_COLLECTOR: collector },
          },
        );
  const children = [
    start('gateway'),
    ...Object.entries(ports).map(([name, port], index) => start(name, { GRPC_PORT: String(port) }, index + 1)),
  ];
  const stop = async () => {
    await Promise.all(children.map((child) => end(child)));
  };
  try {
    await isReady(`http://127.0.0.1:${environment.PORT}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop, metricsPorts, pids: children.map(({ pid }) => pid as number) };
}

const READY_WITHIN_MS = 60_000;

async function isReady(origin: string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await fetch(`${origin}/readyz`, { headers: { connection: 'close' } }).catch(() => undefined);
    if (response?.ok) return;
    if (Date.now() > until) throw new Error(`${origin} is not ready after ${READY_WITHIN_MS / 1_000} s.`);
    await sleep(100);
  }
}

/** The whole system in a process of its own, whose turns of the event loop can be measured; ready when this returns. */
export async function meteredSystem(environment: Record<string, string>): Promise<
  Child & {
    /** Processor time of the longest turn while `task` ran, milliseconds. */
    longestTurn<T>(task: () => Promise<T>): Promise<{ result: T; longestMs: number }>;
  }
> {
  const script = [
    `import(${JSON.stringify(here('./turn-meter.js'))}).then((m) => m.serveTurnMeter())`,
    `import(${JSON.stringify(here('../../all-in-one.js'))}).then((m) => m.main())`,
  ].join(';');
  const child = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, LOG_LEVEL: 'fatal', DEMO: 'false', ...environment },
  });
  await firstLine(child, /(Ready in)/);
  return {
    stop: () => end(child),
    async longestTurn(task) {
      child.send('begin' satisfies MeterOrder);
      const result = await task();
      const answered = once(child, 'message') as Promise<[{ longestMs: number }]>;
      child.send('end' satisfies MeterOrder);
      const [{ longestMs }] = await answered;
      return { result, longestMs };
    },
  };
}

/**
 * The five services on a running database, in a process of their own; listening when this returns. Code is compiled once for all
 * starts, as `npm start` does it; services alone do it with the same variable.
 */
export async function servicesAlone(databaseUrl: string): Promise<Child> {
  const child = spawn(process.execPath, [getProgram('tools', 'bench/processes/services-child')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'svc-compile-cache'), DATABASE_URL: databaseUrl },
  });
  await firstLine(child, /(Ready in)/);
  return { stop: () => end(child, 'SIGKILL') };
}

/** Many companies in one matcher, in a process of its own; answers its figures as JSON. */
export async function companiesChild(databaseUrl: string): Promise<string> {
  const child = spawn(process.execPath, ['--expose-gc', here('./memory-child.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return firstLine(child, /^(\{.*\})$/m);
}

/** Very many companies in one matcher, in a process of its own; answers its figures as JSON. */
export async function manyCompaniesChild(databaseUrl: string): Promise<string> {
  const child = spawn(process.execPath, ['--expose-gc', here('./many-companies-child.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return firstLine(child, /^(\{.*\})$/m);
}

/** One import in a process of its own; answers its figures as JSON. @param bulkUrl - where Shopify's file is; undefined: a CSV file. */
export async function importChild(databaseUrl: string, bulkUrl?: string): Promise<string> {
  const child = spawn(process.execPath, ['--expose-gc', here('./import-memory-child.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, ...(bulkUrl === undefined ? {} : { BULK_URL: bulkUrl }) },
  });
  return firstLine(child, /^(\{.*\})$/m);
}

function firstLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`A child of the benchmark ended with ${code}: ${text}`)));
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
