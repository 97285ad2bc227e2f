import { setTimeout as sleep } from 'node:timers/promises';
import { setInternalTls } from '../grpc/tls/internal-tls.js';
import type { Logger } from '../log/logger.js';
import { type Metrics, noMetrics } from '../metrics/metrics.js';
import { type MetricsServer, startMetricsServer } from '../metrics/metrics-server.js';
import { createProbes, type Probed, type Probes } from '../probes/probes.js';
import { startTracing, type Tracing } from '../telemetry/start-tracing.js';
import { VERSION } from '../util/version.js';
import { watchClock } from '../util/watch-clock.js';
import { ConfigError } from './config-error.js';
import { readInternalTls } from './read-internal-tls.js';
import { untilTlsChanges } from './watch-internal-tls.js';

/** What a started program gives back. `stop` is called at most once. */
export interface Running extends Partial<Probed> {
  stop(): Promise<void>;
  /** Where it listens; logged. */
  address?: string;
  /** Called with the signal, SHUTDOWN_DELAY_MS before `stop`: reports that the program leaves. It still serves everything. */
  announceStop?(): void;
}

/** The part of every configuration that the process itself needs. */
interface ProcessConfig {
  METRICS_PORT?: number;
  SHUTDOWN_DELAY_MS?: number;
  GRPC_HOST?: string;
  HOST?: string;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  REVISION?: string;
}

/**
 * Starts a program, serves its probes and metrics, and stops it at SIGTERM or SIGINT, or when its certificates change. Never returns.
 * docs/operations.md "Probes and draining".
 * @throws ConfigError of the start.
 */
export async function runUntilSignal<C extends object>(
  options: {
    name: string;
    start(config: C, deps: { log: Logger; metrics: Metrics }): Promise<Running>;
    stopTimeoutMs?: number;
  },
  config: C,
  log: Logger,
): Promise<never> {
  // Listened for from the beginning: a signal during the start must stop what was started, not kill half of it.
  const signaled = nextSignal(log);
  const probes = createProbes(options.name);
  const tls = readInternalTls(config);
  setInternalTls(tls);
  let running: Running;
  let metrics: MetricsServer | undefined;
  let tracing: Tracing | undefined;
  try {
    metrics = await startMetrics(config, probes);
    tracing = await startTraces(options.name, config, log);
    running = await options.start(config, { log, metrics: metrics ?? noMetrics });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    log.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
  probes.reportStarted(running);
  log.info({ address: running.address }, 'started');
  const unwatchClock = watchClock({ log });
  const tlsChanged = tls ? untilTlsChanges(config, tls, log).then(() => 'changed certificates') : new Promise(() => {});
  log.info({ reason: await Promise.race([signaled, tlsChanged]) }, 'stopping');
  const late = setTimeout(() => {
    log.error('did not stop in time');
    process.exit(1);
  }, options.stopTimeoutMs ?? 28_000);
  unwatchClock();
  try {
    probes.reportStopping();
    running.announceStop?.();
    await sleep((config as ProcessConfig).SHUTDOWN_DELAY_MS ?? 0);
    await running.stop();
    await tracing?.close();
    await metrics?.close();
  } catch (error) {
    log.error({ err: error }, 'could not stop cleanly');
    process.exit(1);
  }
  clearTimeout(late);
  log.info('stopped');
  process.exit(0);
}

async function startMetrics(config: ProcessConfig, probes: Probes): Promise<MetricsServer | undefined> {
  const { METRICS_PORT: port, GRPC_HOST, HOST, REVISION: revision } = config;
  if (port === undefined) return undefined;
  return startMetricsServer({ host: GRPC_HOST ?? HOST ?? '127.0.0.1', port, probes, revision });
}

async function startTraces(name: string, config: ProcessConfig, log: Logger): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  return endpoint === undefined ? undefined : startTracing({ endpoint, name, version: VERSION, log });
}

/** Resolves with the first SIGTERM or SIGINT; the second one ends the process immediately. */
function nextSignal(log: Logger): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let seen = 0;
    const listener = (signal: NodeJS.Signals) => {
      seen += 1;
      if (seen === 1) return resolve(signal);
      log.error({ signal }, 'received a second signal; exiting immediately');
      process.exit(1);
    };
    process.on('SIGTERM', listener);
    process.on('SIGINT', listener);
  });
}
