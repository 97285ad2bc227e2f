import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { getProgram } from '../../tools/program.mjs';
import { send, until } from './http.js';
import { type Running, root, run } from './processes.js';

interface Container {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: 'service_healthy' | 'service_completed_successfully' }>;
  deploy?: { replicas: number };
  healthcheck?: { test: string[] };
  profiles?: string[];
  mem_limit?: string;
  volumes?: string[];
}

/** What the file limits of a container, as far as a test keeps it. */
export interface ContainerLimits {
  memoryMiB: number;
  /** Whether its `/tmp` is on disk, and does not count as its memory. */
  hasDisk: boolean;
}

export interface ComposedSystem {
  /** Of the gateway; the ingress is not started. */
  origin: string;
  /** Names of the containers in the order in which they were started. */
  order: string[];
  processes: Running[];
  stop(): Promise<void>;
}

/** What is started from elsewhere, or not at all. */
const OUTSIDE = new Set(['postgres', 'redis', 'ingress']);
/** Of the file's health checks. */
const METRICS_PORT = 9464;

/** Runs a program with an environment and nothing else, and with a command in place of its main purpose. */
export type RunProgram = (
  program: string,
  environment: Record<string, string>,
  command: string[],
  limits: ContainerLimits,
) => Running;

const runBundle: RunProgram = (program, environment, command) =>
  run(getProgram(`apps/${program}`, 'main'), environment, command);

/**
 * Starts the programs of `deploy/compose/compose.yaml` as processes, as an engine would start the containers: with nothing but the
 * environment of the file, in its order, each when what it depends on is healthy. Each process has an address of its own in the
 * loopback network, which its name stands for.
 * @param folder - with a file for each secret, under the path that programs see.
 * @param hosts - `host:port` of what runs already, by its name in the file.
 */
export async function startComposed(options: {
  folder: string;
  hosts: Record<string, string>;
  environment: Record<string, string>;
  /** Default: as processes of this checkout. */
  runProgram?: RunProgram;
}): Promise<ComposedSystem> {
  const { folder, hosts, runProgram = runBundle } = options;
  const text = readFileSync(join(root, 'deploy/compose/compose.yaml'), 'utf8');
  const { services } = parse(text) as { services: Record<string, Container> };
  const programs = Object.entries(services).filter(([name, { profiles }]) => !OUTSIDE.has(name) && !profiles);
  let last = 1;
  const addresses = new Map(
    programs.map(([name, { deploy }]) => [
      name,
      Array.from({ length: deploy?.replicas ?? 1 }, () => `127.0.64.${++last}`),
    ]),
  );

  /** As the engine and its name server do it. */
  const resolve = (value: string, own: string): string => {
    let resolved = value
      .replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, fallback: string) => options.environment[name] ?? fallback)
      .replace('0.0.0.0', own)
      .replace('/run/secrets', folder);
    for (const [name, address] of Object.entries(hosts)) {
      resolved = resolved.replace(new RegExp(`\\b${name}:\\d+`), address);
    }
    const [, name = '', port] = /^([a-z-]+):(\d+)$/.exec(resolved) ?? [];
    return (
      addresses
        .get(name)
        ?.map((address) => `${address}:${port}`)
        .join() ?? resolved
    );
  };

  const order: string[] = [];
  const processes: Running[] = [];
  const isStarted = (name: string): boolean => OUTSIDE.has(name) || order.includes(name);
  const start = async (name: string, container: Container) => {
    const { image, command = [], environment = {}, healthcheck } = container;
    const limits = {
      memoryMiB: Number.parseInt(container.mem_limit ?? '', 10),
      hasDisk: (container.volumes ?? []).some((volume) => volume.endsWith(':/tmp')),
    };
    const [, program = ''] = /\/?([a-z-]+):[^/]*$/.exec(image.replaceAll(/\$\{[^}]*\}/g, '')) ?? [];
    const own = addresses.get(name) ?? [];
    const started = own.map((address) => {
      const values = Object.entries(environment).map(([variable, value]) => [variable, resolve(value, address)]);
      return runProgram(program, Object.fromEntries(values), command, limits);
    });
    processes.push(...started);
    order.push(name);
    if (healthcheck === undefined) {
      for (const { exited, output } of started) {
        if ((await exited) !== 0) throw new Error(`${name} has failed: ${output()}`);
      }
      return;
    }
    for (const address of own) {
      const isHealthy = async () => (await send(`http://${address}:${METRICS_PORT}`, '/readyz')).status === 200;
      await until(`${name} is healthy`, isHealthy, 60_000).catch((error: Error) => {
        throw new Error(`${error.message}\n${started.map(({ output }) => output()).join('\n')}`);
      });
    }
  };
  const stop = async () => {
    await Promise.all(processes.map((process) => process.stop()));
  };

  try {
    for (let waiting = programs; waiting.length > 0; ) {
      const next = waiting.filter(([, { depends_on = {} }]) => Object.keys(depends_on).every(isStarted));
      if (next.length === 0) throw new Error(`These wait for each other: ${waiting.map(([name]) => name).join(', ')}`);
      waiting = waiting.filter((container) => !next.includes(container));
      await Promise.all(next.map(([name, container]) => start(name, container)));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const [gateway] = addresses.get('gateway') ?? [];
  return { origin: `http://${gateway}:${services.gateway?.environment?.PORT}`, order, processes, stop };
}
