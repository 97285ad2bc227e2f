import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { send, until } from '../http.js';
import { PLATFORM_TOKEN } from '../platform-token.js';
import { freePort, type Running } from '../processes.js';
import { temporaryDirectory } from '../system-directory.js';
import { createIngress } from './ingress.js';
import { type Program, type Release, SERVICES } from './release.js';

/** What load balancers get to notice that a process stops. */
const SHUTDOWN_DELAY_MS = 2_000;
const REPLICAS = [0, 1] as const;
/** Between two kills: processes do not die together, and callers connect to the one that is back. */
const SETTLED_MS = 2_000;

interface Place {
  program: Program;
  replica: number;
  port: number;
  metricsPort: number;
  running?: Running | undefined;
}

/** Two processes of each program with fixed addresses; gateways behind HAProxy. */
export interface RollingSystem {
  origin: string;
  platformToken: string;
  databaseUrl: string;
  /** Runs the migrations of a release. */
  migrate(release: Release): Promise<void>;
  /** Replaces one process after the other; each is stopped, waited for, and started. Programs that the release lacks are stopped. */
  roll(release: Release, order: 'services first' | 'gateways first'): Promise<void>;
  /** Kills one process after the other, and starts each again. */
  killEach(release: Release): Promise<void>;
  stop(): Promise<void>;
}

/** @param report - is given what is done to which process, in a few words. */
export async function startRollingSystem(release: Release, report: (step: string) => void): Promise<RollingSystem> {
  const postgres = await startEmbeddedPostgres({
    dataDir: temporaryDirectory(),
    log: createLogger({ name: 'e2e', level: 'silent' }),
    durable: false,
    maxConnections: 400,
  });
  const places: Place[] = [];
  for (const program of [...SERVICES, 'gateway'] as const) {
    for (const replica of REPLICAS) {
      places.push({ program, replica, port: await freePort(), metricsPort: await freePort() });
    }
  }
  const ofGateways = places.filter(({ program }) => program === 'gateway');
  const ingress = await createIngress(ofGateways);
  const addresses = (name: Program) =>
    places
      .filter(({ program }) => program === name)
      .map(({ port }) => `127.0.0.1:${port}`)
      .join();
  const environment = {
    DATABASE_URL: postgres.url,
    FUNNEL_ADDR: addresses('funnel-svc'),
    ANALYSIS_ADDR: addresses('analysis-svc'),
    MATCHER_ADDR: addresses('matcher-svc'),
    CATALOG_ADDR: addresses('catalog-sync'),
    IDENTITY_ADDR: addresses('identity-svc'),
    INSIGHT_ADDR: addresses('insight-svc'),
    CHAT_ADDR: addresses('chat-svc'),
    PLATFORM_TOKEN,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    MIGRATE: 'false',
    SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS),
    ALLOW_PRIVATE_NETWORK: 'true',
    BASE_DOMAIN: 'localhost',
  };

  const start = (place: Place, from: Release) => {
    place.running = from.run(place.program, {
      ...environment,
      [place.program === 'gateway' ? 'PORT' : 'GRPC_PORT']: String(place.port),
      METRICS_PORT: String(place.metricsPort),
    });
  };
  const isPlaceReady = async ({ metricsPort }: Place) =>
    (await send(`http://127.0.0.1:${metricsPort}`, '/readyz')).status === 200;
  const waitUntilReady = (place: Place) =>
    until(`${place.program} ${place.replica} is ready`, () => isPlaceReady(place), 60_000).catch((error: Error) => {
      throw new Error(`${error.message}\n${place.running?.output()}`);
    });
  const migrate = async (from: Release) => {
    for (const service of SERVICES.filter((name) => from.has(name))) {
      report(`migrate ${service}`);
      const command = from.run(service, environment, ['migrate']);
      const code = await command.exited;
      if (code !== 0) throw new Error(`migrate of ${service} ended with ${code}:\n${command.output()}`);
    }
  };
  const replace = async (place: Place, from: Release) => {
    const before = place.running;
    report(`replace ${place.program} ${place.replica}`);
    place.running = undefined;
    const code = before && (await before.stop());
    if (before && code !== 0) throw new Error(`${place.program} ended with ${code}:\n${before.output()}`);
    if (!from.has(place.program)) return;
    start(place, from);
    await waitUntilReady(place);
  };

  await migrate(release);
  for (const place of places.filter(({ program }) => release.has(program))) start(place, release);
  for (const place of places.filter(({ running }) => running)) await waitUntilReady(place);
  await ingress.start();

  return {
    origin: ingress.origin,
    platformToken: PLATFORM_TOKEN,
    databaseUrl: postgres.url,
    migrate,
    async roll(to, order) {
      const inOrder = [...places].sort((a, b) => Number(a.program === 'gateway') - Number(b.program === 'gateway'));
      if (order === 'gateways first') inOrder.reverse();
      for (const place of inOrder) await replace(place, to);
    },
    async killEach(from) {
      for (const place of places.filter(({ running }) => running)) {
        report(`kill ${place.program} ${place.replica}`);
        await place.running?.stop('SIGKILL');
        start(place, from);
        await waitUntilReady(place);
        await sleep(SETTLED_MS);
      }
    },
    async stop() {
      await ingress.stop();
      await Promise.all(places.map(({ running }) => running?.stop('SIGKILL')));
      await postgres.stop();
    },
  };
}
