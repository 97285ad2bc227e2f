import {
  createInProcessBus,
  createRedisBus,
  type EnvValues,
  type Logger,
  restWithoutRequests,
  startTracing,
  VERSION,
} from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import type { DataDirectory } from './data-directory.js';
import type { LAUNCHER_ENV } from './environment.js';
import { LauncherError } from './launcher-error.js';
import { type Stoppable, startServices } from './services.js';

export interface RunningSystem {
  /** The gateway, reachable from this machine. */
  url: string;
  /** Lets `/readyz` succeed. Until then it fails, so that a client that waits for it finds the demo. */
  reportReady(): void;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 30_000;
/**
 * Without a database or bus that others use too, every change is made in this process, which reports it to itself as well as the
 * database does. Polling is the third way then, and while no request comes there is nothing to find.
 */
const POLL_INTERVAL_ALONE_MS = '5000';

/**
 * Starts PostgreSQL (unless DATABASE_URL names one), the bus and the services; every service answers when this returns. Stops what
 * was started if a later part fails.
 */
export async function startSystem(options: {
  config: EnvValues<typeof LAUNCHER_ENV>;
  baseDomain: string;
  platformToken: string;
  identityKeys: string;
  dataDirectory: DataDirectory;
  demoDirectory: string;
  log: Logger;
  /** The embedded database ended and cannot be started again: the system does not work any more. */
  onDatabaseLost(reason: LauncherError): void;
}): Promise<RunningSystem> {
  const { config, log } = options;
  const isAlone = config.DATABASE_URL === undefined && config.REDIS_URL === undefined;
  const started: Stoppable[] = [];
  let reportReady = () => {};
  const readyAfter = new Promise<void>((resolve) => {
    reportReady = resolve;
  });
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop();
  };

  try {
    const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
    if (endpoint !== undefined) {
      const tracing = await startTracing({ endpoint, name: 'svc', version: VERSION, log });
      started.push({ stop: () => tracing.close() });
    }
    let databaseUrl = config.DATABASE_URL;
    if (databaseUrl === undefined) {
      const postgres = await embeddedPostgres(options);
      started.push(postgres);
      databaseUrl = postgres.url;
    }
    const bus = config.REDIS_URL ? await createRedisBus(config.REDIS_URL, log) : createInProcessBus();
    started.push({ stop: () => bus.close() });
    await startServices({
      environment: {
        DATABASE_URL: databaseUrl,
        REDIS_URL: config.REDIS_URL,
        LOG_LEVEL: config.LOG_LEVEL,
        ALLOW_PRIVATE_NETWORK: String(config.ALLOW_PRIVATE_NETWORK),
        DELIVERY_TIME_SCALE: String(config.DELIVERY_TIME_SCALE),
        SHOPIFY_API_KEY: config.SHOPIFY_API_KEY,
        SHOPIFY_API_SECRET: config.SHOPIFY_API_SECRET,
        SHOPIFY_API_SECRET_PREVIOUS: config.SHOPIFY_API_SECRET_PREVIOUS,
        SHOPIFY_API_BASE: config.SHOPIFY_API_BASE,
        CHAT_MODEL_URL: config.CHAT_MODEL_URL,
        CHAT_MODEL_NAME: config.CHAT_MODEL_NAME,
        CHAT_MODEL_KEY: config.CHAT_MODEL_KEY,
        SECRETS_KEY: config.SECRETS_KEY,
        IDENTITY_KEYS: options.identityKeys,
        SMTP_URL: config.SMTP_URL,
        MAIL_FROM: config.MAIL_FROM,
        PUBLIC_URL: config.PUBLIC_URL,
        POLL_INTERVAL_MS: isAlone ? POLL_INTERVAL_ALONE_MS : undefined,
      },
      gateway: {
        PORT: String(config.PORT),
        HOST: config.HOST,
        BASE_DOMAIN: options.baseDomain,
        PLATFORM_TOKEN: options.platformToken,
        RATE_LIMITS: config.RATE_LIMITS,
        LOAD_SHEDDING: config.LOAD_SHEDDING,
        TRUST_PROXY: String(config.TRUST_PROXY),
        OTEL_TRACES_SAMPLER_ARG: String(config.OTEL_TRACES_SAMPLER_ARG),
        DEMO_DIRECTORY: config.DEMO ? options.demoDirectory : undefined,
      },
      transport: config.RPC_TRANSPORT,
      readyAfter,
      bus,
      log,
      onStart: (part) => started.push(part),
    });
    const url = `http://${hostForUrl(config.HOST)}:${config.PORT}`;
    await untilServicesAnswer(url);
    if (isAlone) {
      const stopResting = restWithoutRequests();
      started.push({ stop: async () => stopResting() });
    }
    return { url, reportReady, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the gateway reports that every service and the database answer. */
async function untilServicesAnswer(url: string): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } });
    const answer = await response.text();
    const { services } = JSON.parse(answer) as { services: Record<string, boolean> };
    if (Object.values(services).every(Boolean)) return;
    if (Date.now() > end) {
      throw new LauncherError(`The services are not ready after ${READY_WITHIN_MS / 1000} s: ${answer}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What goes wrong with a data directory is a sentence of its own already. */
async function embeddedPostgres({ dataDirectory, log, onDatabaseLost }: Parameters<typeof startSystem>[0]) {
  const asSentence = (reason: unknown) => new LauncherError((reason as Error).message, { cause: reason });
  const onAbandoned = (reason: Error) => onDatabaseLost(asSentence(reason));
  try {
    return await startEmbeddedPostgres({ dataDir: dataDirectory.path, log, onAbandoned });
  } catch (error) {
    throw asSentence(error);
  }
}

/** Addresses that mean "every address" are reached over loopback. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
