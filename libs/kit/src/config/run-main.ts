import { createLogger, type Logger } from '../log/logger.js';
import { type Metrics, noMetrics } from '../metrics/metrics.js';
import { type MetricsServer, startMetricsServer } from '../metrics/metrics-server.js';
import type { EnvSpec, EnvValues } from './env.js';
import { ConfigError, describeEnv, readEnv } from './read-env.js';

/** What a started program gives back. `stop` is called at most once. */
export interface Running {
  stop(): Promise<void>;
  /** Where it listens; logged. */
  address?: string;
}

export interface RunMainOptions<S extends EnvSpec> {
  name: string;
  env: S;
  /** @param deps.metrics - served when the environment has METRICS_PORT. */
  start(config: EnvValues<S>, deps: { log: Logger; metrics: Metrics }): Promise<Running>;
  /** Longest graceful stop, milliseconds. docs/reliability.md R7.16: exit within 28 s. */
  stopTimeoutMs?: number;
}

/**
 * Runs a program from its environment until SIGTERM or SIGINT: the only reader of `process.env` and the only caller of
 * `process.exit`.
 * Exit codes: 0 stopped (or `--help`), 1 failed to start, crashed, stopped too slowly or was signaled twice, 2 wrong
 * configuration.
 */
export function runMain<S extends EnvSpec>(options: RunMainOptions<S>): void {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(`${options.name}: configured by environment variables.\n\n${describeEnv(options.env)}\n`);
    return;
  }
  let config: EnvValues<S>;
  try {
    config = readEnv(options.env, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${options.name}: ${error.message}\nRun with --help for every variable.\n`);
    process.exitCode = 2;
    return;
  }
  const level = (config as { LOG_LEVEL?: string }).LOG_LEVEL;
  const log = createLogger({ name: options.name, ...(level === undefined ? {} : { level }) });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
  void run(options, config, log);
}

async function run<S extends EnvSpec>(options: RunMainOptions<S>, config: EnvValues<S>, log: Logger): Promise<void> {
  // Listened for from the beginning: a signal during the start must stop what was started, not kill half of it.
  const signaled = nextSignal(log);
  let running: Running;
  let metrics: MetricsServer | undefined;
  try {
    metrics = await startMetrics(config);
    running = await options.start(config, { log, metrics: metrics ?? noMetrics });
  } catch (error) {
    // Variables that are right one by one and do not fit together.
    if (error instanceof ConfigError) {
      process.stderr.write(`${options.name}: ${error.message}\nRun with --help for every variable.\n`);
      process.exit(2);
    }
    log.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
  log.info({ address: running.address }, 'started');
  const signal = await signaled;
  log.info({ signal }, 'stopping');
  const late = setTimeout(() => {
    log.error('did not stop in time');
    process.exit(1);
  }, options.stopTimeoutMs ?? 28_000);
  try {
    await running.stop();
    await metrics?.close();
  } catch (error) {
    log.error({ err: error }, 'could not stop cleanly');
    process.exit(1);
  }
  clearTimeout(late);
  log.info('stopped');
  process.exit(0);
}

async function startMetrics(config: object): Promise<MetricsServer | undefined> {
  const {
    METRICS_PORT: port,
    GRPC_HOST,
    HOST,
  } = config as { METRICS_PORT?: number; GRPC_HOST?: string; HOST?: string };
  return port === undefined ? undefined : startMetricsServer({ host: GRPC_HOST ?? HOST ?? '127.0.0.1', port });
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
