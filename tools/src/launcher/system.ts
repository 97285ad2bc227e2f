import { ANALYSIS_ENV, composeAnalysis } from '@svc/analysis-svc/app';
import { CATALOG_ENV, composeCatalog } from '@svc/catalog-sync/app';
import { composeFunnel, FUNNEL_ENV } from '@svc/funnel-svc/app';
import { composeGateway, GATEWAY_ENV } from '@svc/gateway/app';
import { type EnvOf, inProcessBus, type Logger, readEnv, redisBus } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { composeMatcher, MATCHER_ENV } from '@svc/matcher-svc/app';
import type { DataDirectory } from './data-directory.js';
import type { LAUNCHER_ENV } from './environment.js';
import { LauncherError } from './launcher-error.js';
import { freePorts } from './ports.js';

export interface RunningSystem {
  /** The gateway, reachable from this machine. */
  url: string;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

interface Stoppable {
  stop(): Promise<unknown>;
}

/**
 * Starts PostgreSQL (unless DATABASE_URL names one), the four services and, when they answer, the gateway: the same
 * composition that each `main.ts` runs alone. Stops what was started if a later part fails.
 */
export async function startSystem(options: {
  config: EnvOf<typeof LAUNCHER_ENV>;
  baseDomain: string;
  platformToken: string;
  dataDirectory: DataDirectory;
  demoDirectory: string;
  log: Logger;
}): Promise<RunningSystem> {
  const { config, log } = options;
  const started: Stoppable[] = [];
  const stop = async () => {
    for (const part of started.reverse().splice(0)) await part.stop();
  };
  const start = async <T extends Stoppable>(starting: Promise<T>): Promise<T> => {
    const part = await starting;
    started.push(part);
    return part;
  };

  try {
    const databaseUrl = config.DATABASE_URL ?? (await start(embeddedPostgres(options.dataDirectory, log))).url;
    const bus = config.REDIS_URL ? await redisBus(config.REDIS_URL, log) : inProcessBus();
    started.push({ stop: () => bus.close() });

    const [funnelPort, analysisPort, matcherPort, catalogPort] = await freePorts(4);
    const shared = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: config.REDIS_URL,
      LOG_LEVEL: config.LOG_LEVEL,
      FUNNEL_ADDR: `127.0.0.1:${funnelPort}`,
      ANALYSIS_ADDR: `127.0.0.1:${analysisPort}`,
      MATCHER_ADDR: `127.0.0.1:${matcherPort}`,
      CATALOG_ADDR: `127.0.0.1:${catalogPort}`,
    };
    const at = (port: number | undefined) => ({ ...shared, GRPC_PORT: String(port) });
    const deps = (name: string) => ({ log: log.child({ service: name }), bus });
    await Promise.all([
      start(composeCatalog(readEnv(CATALOG_ENV, at(catalogPort)), deps('catalog-sync'))),
      start(composeFunnel(readEnv(FUNNEL_ENV, at(funnelPort)), deps('funnel-svc'))),
      start(composeAnalysis(readEnv(ANALYSIS_ENV, at(analysisPort)), deps('analysis-svc'))),
      start(composeMatcher(readEnv(MATCHER_ENV, at(matcherPort)), deps('matcher-svc'))),
    ]);
    const gateway = readEnv(GATEWAY_ENV, {
      ...shared,
      PORT: String(config.PORT),
      HOST: config.HOST,
      BASE_DOMAIN: options.baseDomain,
      PLATFORM_TOKEN: options.platformToken,
      RATE_LIMITS: config.RATE_LIMITS,
      ...(config.DEMO ? { DEMO_DIRECTORY: options.demoDirectory } : {}),
    });
    await start(composeGateway(gateway, deps('gateway')));
    const url = `http://${hostForUrl(config.HOST)}:${config.PORT}`;
    await untilReady(url);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ready means that every service and the database answered through the gateway. */
async function untilReady(url: string): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await fetch(`${url}/readyz`);
    if (response.ok) return;
    const answer = await response.text();
    if (Date.now() > end)
      throw new LauncherError(`The services are not ready after ${READY_WITHIN_MS / 1000} s: ${answer}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What goes wrong with a data directory is a sentence of its own already. */
async function embeddedPostgres(dataDirectory: DataDirectory, log: Logger) {
  try {
    return await startEmbeddedPostgres({ dataDir: dataDirectory.path, log });
  } catch (error) {
    throw new LauncherError((error as Error).message, { cause: error });
  }
}

/** Addresses that mean "every address" are reached over loopback. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
