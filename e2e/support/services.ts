import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { getProgram } from '../../tools/program.mjs';
import type { Databases } from './databases.js';
import { repeatWhileUnavailable, send, until } from './http.js';
import { PLATFORM_TOKEN } from './platform-token.js';
import { freePort, isListening, isReady, type Running, run } from './processes.js';
import { systemDirectory } from './system-directory.js';

export interface Cluster {
  gateways: { origin: string; process: Running }[];
  matchers: Running[];
  catalog: Running;
  funnel: Running;
  analysis: Running;
  identity: Running;
  insight: Running;
  chat: Running;
  /** Every process with a database. */
  listServices(): Running[];
  /** The gateways, too. */
  listProcesses(): Running[];
  databaseUrl: string;
  platformToken: string;
  /** Starts analysis-svc again at its old address, after it was stopped. */
  restartAnalysis(): void;
  /** Starts a service (the first matcher or gateway) again at its old address, after it was stopped. */
  restart(name: 'catalog' | 'funnel' | 'matcher' | 'identity' | 'insight' | 'chat' | 'gateway'): void;
  /** Ends the database immediately, as `pg_ctl stop -m immediate` does: uncommitted data is lost, every connection breaks. */
  crashDatabase(): Promise<void>;
  /** Starts it again on its port and its data, and waits until it takes connections. */
  startDatabase(): Promise<void>;
  stop(): Promise<void>;
}

/** Up to twelve programs at the same time, next to other tests; the set-up of a file has 300 s. */
const START_MS = 200_000;

/**
 * The services as processes of their own, as containers run them: one PostgreSQL, optionally one Redis, two matchers, two
 * gateways. Several replicas are named one by one; in production a headless service name does that.
 */
export async function startCluster(
  options: {
    redisUrl?: string;
    replicas?: number;
    /** Or what it is once the address of the first gateway is known. */
    environment?: Record<string, string> | ((publicUrl: string) => Record<string, string>);
    /** Of analysis-svc alone. */
    analysis?: Record<string, string>;
    /** Of the gateways alone, of the matchers alone, and of catalog-sync alone. */
    gateway?: Record<string, string>;
    matcher?: Record<string, string>;
    catalog?: Record<string, string>;
    /** Of funnel-svc alone, of identity-svc alone, of insight-svc alone, and of chat-svc alone. */
    funnel?: Record<string, string>;
    identity?: Record<string, string>;
    insight?: Record<string, string>;
    chat?: Record<string, string>;
    /** Other databases than one for all services. */
    databases?: Databases;
    /** Done with the database before anything connects to it. */
    prepareDatabase?: (url: string) => Promise<unknown>;
    /** Of each gateway by its place, in addition. */
    ownOfGateway?: (place: number) => Record<string, string>;
  } = {},
): Promise<Cluster> {
  const replicas = options.replicas ?? 2;
  const log = createLogger({ name: 'e2e', level: 'silent' });
  const dataDir = systemDirectory();
  // Commits outlive every process, as they always do, but not the machine, which no test ends.
  const database = { dataDir, log, durable: false, port: await freePort() };
  let postgres = await startEmbeddedPostgres(database);
  await options.prepareDatabase?.(postgres.url);
  const [catalogPort, funnelPort, analysisPort, identityPort, insightPort, chatPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const matcherPorts = await Promise.all(Array.from({ length: replicas }, freePort));
  const gatewayPorts = await Promise.all(Array.from({ length: replicas }, freePort));
  const environment = {
    DATABASE_URL: postgres.url,
    ...(options.redisUrl ? { REDIS_URL: options.redisUrl } : {}),
    CATALOG_ADDR: `127.0.0.1:${catalogPort}`,
    FUNNEL_ADDR: `127.0.0.1:${funnelPort}`,
    ANALYSIS_ADDR: `127.0.0.1:${analysisPort}`,
    IDENTITY_ADDR: `127.0.0.1:${identityPort}`,
    INSIGHT_ADDR: `127.0.0.1:${insightPort}`,
    CHAT_ADDR: `127.0.0.1:${chatPort}`,
    MATCHER_ADDR: `${matcherPorts.map((port) => `127.0.0.1:${port}`).join(',')}`,
    PLATFORM_TOKEN,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...(typeof options.environment === 'function'
      ? options.environment(`http://localhost:${gatewayPorts[0]}`)
      : options.environment),
  };
  const service = (name: string, port: number, own: Record<string, string> = {}) =>
    run(getProgram(`apps/${name}`, 'main'), {
      ...environment,
      ...options.databases?.environment(name),
      ...own,
      GRPC_PORT: String(port),
    });
  const analysis = () => service('analysis-svc', analysisPort, options.analysis);
  const funnel = () => service('funnel-svc', funnelPort, options.funnel);
  const gateway = (place: number) =>
    run(getProgram('apps/gateway', 'main'), {
      BASE_DOMAIN: 'localhost',
      ...environment,
      ...options.gateway,
      ...options.ownOfGateway?.(place),
      PORT: String(gatewayPorts[place]),
    });

  const cluster: Cluster = {
    catalog: service('catalog-sync', catalogPort, options.catalog),
    funnel: funnel(),
    analysis: analysis(),
    identity: service('identity-svc', identityPort, options.identity),
    insight: service('insight-svc', insightPort, options.insight),
    chat: service('chat-svc', chatPort, options.chat),
    matchers: matcherPorts.map((port) => service('matcher-svc', port, options.matcher)),
    gateways: gatewayPorts.map((port, place) => ({ origin: `http://127.0.0.1:${port}`, process: gateway(place) })),
    databaseUrl: postgres.url,
    platformToken: PLATFORM_TOKEN,
    restartAnalysis() {
      cluster.analysis = analysis();
    },
    restart(name) {
      if (name === 'catalog') cluster.catalog = service('catalog-sync', catalogPort);
      else if (name === 'funnel') cluster.funnel = funnel();
      else if (name === 'identity') cluster.identity = service('identity-svc', identityPort, options.identity);
      else if (name === 'insight') cluster.insight = service('insight-svc', insightPort, options.insight);
      else if (name === 'chat') cluster.chat = service('chat-svc', chatPort, options.chat);
      else if (name === 'gateway') (cluster.gateways[0] as { process: Running }).process = gateway(0);
      else cluster.matchers[0] = service('matcher-svc', matcherPorts[0] as number);
    },
    async crashDatabase() {
      process.kill(postgres.pid, 'SIGQUIT');
      await postgres.stop();
    },
    async startDatabase() {
      postgres = await startEmbeddedPostgres(database);
    },
    listServices: () => [
      ...cluster.matchers,
      cluster.analysis,
      cluster.funnel,
      cluster.catalog,
      cluster.identity,
      cluster.insight,
      cluster.chat,
    ],
    listProcesses: () => [...cluster.gateways.map((gateway) => gateway.process), ...cluster.listServices()],
    async stop() {
      await Promise.all(cluster.listProcesses().map((process) => process.stop('SIGKILL')));
      await postgres.stop();
      await options.databases?.stop();
    },
  };
  try {
    for (const { origin } of cluster.gateways) await until(`${origin} is ready`, () => isReady(origin), START_MS);
    // A gateway is ready with one replica of each service.
    for (const port of matcherPorts) await until(`port ${port} is listened on`, () => isListening(port), START_MS);
  } catch (error) {
    const said = cluster.listProcesses().map((one) => one.output());
    await cluster.stop();
    throw new Error(`${(error as Error).message}\n${said.join('\n')}`);
  }
  return cluster;
}

/** A management client with the shape that the tests need. */
export function admin(origin: string, platformToken: string) {
  const headers = { authorization: `Bearer ${platformToken}` };
  return {
    async apply(handle: string, blueprint: object) {
      return send(origin, `/api/admin/v1/companies/${handle}/blueprint`, { method: 'PUT', headers, body: blueprint });
    },
    /** Applies what a test begins with: a busy system may refuse it at first. */
    async establish(handle: string, blueprint: object) {
      return repeatWhileUnavailable(() => this.apply(handle, blueprint));
    },
    async createKey(handle: string) {
      const path = `/api/admin/v1/companies/${handle}/api-keys`;
      const answer = await repeatWhileUnavailable(() => send(origin, path, { headers, body: { name: 'test' } }));
      if (answer.status !== 201) throw new Error(`The key is ${answer.status}: ${answer.text}`);
      return answer.body.value as string;
    },
    call: (method: string, path: string, body?: unknown, type = 'application/json') =>
      send(origin, `/api/admin/v1${path}`, { method, headers: { ...headers, 'content-type': type }, body }),
  };
}
