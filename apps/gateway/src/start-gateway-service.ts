import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bus, type Logger, type Metrics, noMetrics } from '@svc/kit';
import { ADMIT_ALL, Admission } from './admission/admission.js';
import { createApp } from './app.js';
import { createAuditLog } from './audit/audit-log.js';
import { createComponentFilesLoader } from './built-files/component-files.js';
import { createPageAssetsLoader } from './built-files/page-assets-loader.js';
import { createClients } from './clients.js';
import { type GatewayConfig, getBaseName, getPageAddress, readPlatformTokens } from './config.js';
import { createHttpServer } from './http/create-http-server.js';
import { drain, leave } from './http/drain.js';
import { RunningRequests } from './http/running-requests.js';
import { createSourceReader } from './http/sources.js';
import { createRateLimits } from './limits/create-rate-limits.js';
import type { FinishedMatch } from './match/finished-match.js';
import { KnownStates } from './match/known-states.js';
import { MatchCache } from './match/match-cache.js';
import { createMatchPurge } from './match/match-purge.js';
import { SingleFlight } from './match/single-flight.js';

export { GATEWAY_ENV, type GatewayConfig, MIN_PLATFORM_TOKEN_LENGTH } from './config.js';

/** Time for running requests when the gateway stops, milliseconds. docs/reliability.md R7.16. */
const DRAIN_MS = 20_000;
/** From the signal to the end of running requests: what remains of 28 s is for everything else that is closed. */
const STOP_MS = 25_000;

export interface RunningGateway {
  /** For example `http://127.0.0.1:8080`. */
  address: string;
  /** From now on `/readyz` fails; everything is still served. */
  announceStop(): void;
  /** Why it should get no requests now. Its services are not a reason: docs/operations.md "Probes and draining". */
  findProblem(): string | undefined;
  /** Answers what was accepted, and closes. */
  stop(): Promise<void>;
}

/**
 * Starts the gateway: clients, caches, limits, application, HTTP server. It listens before the services have to be there.
 * @param deps.pageDirectory - the built page of funnel hosts; absent: that of apps/questionnaire.
 * @param deps.dashboardDirectory - the built dashboard; absent: that of apps/dashboard.
 * @param deps.componentDirectory - the built browser components; absent: those of libs/components.
 * @param deps.readyAfter - `/readyz` fails until it resolves; everything else is served. Absent: no wait.
 * @param deps.admission - which requests are admitted; absent: by load.
 */
export async function startGatewayService(
  config: GatewayConfig,
  deps: {
    log: Logger;
    bus: Bus;
    metrics?: Metrics;
    pageDirectory?: string;
    dashboardDirectory?: string;
    componentDirectory?: string;
    readyAfter?: Promise<void> | undefined;
    admission?: Pick<Admission, 'admits' | 'enter'>;
  },
): Promise<RunningGateway> {
  const { log, bus, metrics = noMetrics } = deps;
  const admission = deps.admission ?? (config.LOAD_SHEDDING === 'on' ? new Admission() : ADMIT_ALL);
  const baseName = getBaseName(config);
  const readSource = createSourceReader({ trustedHops: config.TRUST_PROXY, log });
  const clients = createClients({
    funnel: config.FUNNEL_ADDR,
    analysis: config.ANALYSIS_ADDR,
    matcher: config.MATCHER_ADDR,
    catalog: config.CATALOG_ADDR,
    identity: config.IDENTITY_ADDR,
    insight: config.INSIGHT_ADDR,
    chat: config.CHAT_ADDR,
  });
  const limits = config.RATE_LIMITS === 'on' ? await createRateLimits({ redisUrl: config.REDIS_URL, log }) : undefined;
  const cache = new MatchCache();
  const flights = new SingleFlight<FinishedMatch>();
  const purge = createMatchPurge(bus, cache, flights);
  const readiness = { accepting: deps.readyAfter === undefined };
  let isStopping = false;
  void deps.readyAfter?.then(() => {
    readiness.accepting = !isStopping;
  });
  const pageAddress = getPageAddress(config);
  const audit = createAuditLog({ clients, log });
  const running = new RunningRequests();
  const app = createApp({
    clients,
    audit,
    cache,
    flights,
    states: new KnownStates(),
    purge,
    limits,
    platformTokens: readPlatformTokens(config),
    demoDirectory: config.DEMO_DIRECTORY,
    baseName,
    pageAddress,
    pageAssets: createPageAssetsLoader(log, {
      packageFile: '@svc/questionnaire/package.json',
      directory: deps.pageDirectory,
    }),
    dashboardAssets: createPageAssetsLoader(log, {
      packageFile: '@svc/dashboard/package.json',
      directory: deps.dashboardDirectory,
    }),
    componentFiles: createComponentFilesLoader(log, deps.componentDirectory),
    readSource,
    readiness,
    admission,
    running,
    metrics,
    log,
    tracing: { ratio: config.OTEL_TRACES_SAMPLER_ARG, isProxyTrusted: config.TRUST_PROXY > 0 },
  });
  const server = createHttpServer(app);
  const release = async () => {
    purge.close();
    clients.close();
    await limits?.close();
  };
  try {
    await listen(server, config);
  } catch (error) {
    await release();
    throw error;
  }
  const listening = server.address() as AddressInfo;
  // PORT=0: known only now.
  if (config.BASE_DOMAIN === undefined) pageAddress.baseDomain = `localhost:${listening.port}`;
  const announceStop = () => {
    if (isStopping) return;
    isStopping = true;
    readiness.accepting = false;
    leave(server);
  };
  return {
    address: toUrl(listening),
    announceStop,
    findProblem: () => (readiness.accepting ? undefined : 'not set up yet'),
    async stop() {
      announceStop();
      const until = performance.now() + STOP_MS - config.SHUTDOWN_DELAY_MS;
      await drain(server, Math.min(DRAIN_MS, STOP_MS - config.SHUTDOWN_DELAY_MS));
      await running.ended(until - performance.now());
      await audit.settled();
      await release();
    },
  };
}

/** Rejects when the address cannot be had, for example EADDRINUSE. */
function listen(server: Server, { PORT, HOST }: GatewayConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const toUrl = ({ address, port, family }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
