import type { Blueprint } from '@svc/domain';
import {
  type Bus,
  createClient,
  createInProcessBus,
  createLogger,
  hashApiKey,
  json,
  type PromiseClient,
  readEnv,
} from '@svc/kit';
import { inProcessHost, testDatabase } from '@svc/kit/testing';
import {
  ChatCompanyServiceClient,
  ComponentServiceClient,
  FunnelAdminServiceClient,
  FunnelEditServiceClient,
  FunnelPageServiceClient,
  FunnelServiceClient,
  FunnelTestServiceClient,
  PictureServiceClient,
  ReleaseAdminServiceClient,
} from '@svc/proto';
import type { Knex } from 'knex';
import { FUNNEL_ENV, startFunnelService } from '../app.js';
import type { ApplyOutcome } from '../domain/apply/apply-outcome.js';
import { startFakeAnalyses } from './fake-analyses.testing.js';
import { startFakeCatalog, startFakeMatcher } from './fake-participants.testing.js';

export const migrationsDirectory = new URL('../migrations/', import.meta.url);

/** A clock that stands still until it is moved. */
export class TestClock {
  #now = new Date('2026-03-01T12:00:00Z').getTime();
  now(): Date {
    return new Date(this.#now);
  }
  advance(ms: number): void {
    this.#now += ms;
  }
}

type Replica = Awaited<ReturnType<typeof startReplica>>;

export interface TestService {
  admin: PromiseClient<FunnelAdminServiceClient>;
  funnels: PromiseClient<FunnelServiceClient>;
  pages: PromiseClient<FunnelPageServiceClient>;
  components: PromiseClient<ComponentServiceClient>;
  chat: PromiseClient<ChatCompanyServiceClient>;
  releases: PromiseClient<ReleaseAdminServiceClient>;
  edits: PromiseClient<FunnelEditServiceClient>;
  pictures: PromiseClient<PictureServiceClient>;
  tests: PromiseClient<FunnelTestServiceClient>;
  analyses: Awaited<ReturnType<typeof startFakeAnalyses>>;
  matcher: Awaited<ReturnType<typeof startFakeMatcher>>;
  catalog: Awaited<ReturnType<typeof startFakeCatalog>>;
  /** The service's own database, with the rows of every company. */
  db: Knex;
  bus: Bus;
  clock: TestClock;
  /** Applies a blueprint; the handle is the blueprint's or a fresh one. */
  apply(blueprint: Blueprint, handle?: string): Promise<ApplyOutcome>;
  exportBlueprint(handle: string): Promise<Blueprint>;
  /** A company with what the blueprint says, and a key of it. */
  company(blueprint: Blueprint): Promise<{ id: string; handle: string; answer: ApplyOutcome; key: string }>;
  /** Parsed body of GET funnel. */
  readFunnel(request: { key: string; funnelId: string; versionId?: string; locale?: string }): Promise<never>;
  resolve(request: {
    key: string;
    funnelId: string;
    versionId?: string;
  }): ReturnType<PromiseClient<FunnelServiceClient>['resolveSubmission']>;
  resolveOrderKey(key: string): ReturnType<PromiseClient<FunnelServiceClient>['resolveOrderKey']>;
  /** One more process of the service on the same database. */
  startReplica(): Promise<Replica>;
  stop(): Promise<void>;
}

let handles = 0;
/** A handle that no other test of the file uses. */
export const freshHandle = (): string => `company-${++handles}`;

/** funnel-svc with its clients, on a database of its own, with fake owners of the other parts. */
export async function startTestService(): Promise<TestService> {
  const { url, owner, drop } = await testDatabase({ schema: 'funnel', migrationsDirectory });
  const [matcher, catalog, analyses] = await Promise.all([startFakeMatcher(), startFakeCatalog(), startFakeAnalyses()]);
  const bus = createInProcessBus();
  const clock = new TestClock();
  matcher.now = () => clock.now();
  const replicas: Replica[] = [];
  const start = async () => {
    const peers = { matcher: matcher.address, catalog: catalog.address, analyses: analyses.address };
    const replica = await startReplica({ url, ...peers, bus, clock });
    replicas.push(replica);
    return replica;
  };
  const { admin, funnels, pages, components, chat, releases, edits, pictures, tests } = await start();

  async function apply(blueprint: Blueprint, handle = blueprint.handle ?? freshHandle()): Promise<ApplyOutcome> {
    const { body } = await admin.applyBlueprint(
      { handle, blueprintJson: json.encode(blueprint) },
      { timeoutMs: 15_000 },
    );
    return json.decode(body);
  }

  return {
    admin,
    funnels,
    pages,
    components,
    chat,
    releases,
    edits,
    pictures,
    tests,
    analyses,
    matcher,
    catalog,
    db: owner,
    bus,
    clock,
    apply,
    startReplica: start,
    async exportBlueprint(handle) {
      return json.decode((await admin.getBlueprint({ handle })).blueprintJson);
    },
    async company(blueprint) {
      const handle = blueprint.handle ?? freshHandle();
      const answer = await apply(blueprint, handle);
      const { companyId } = await admin.getCompany({ handle });
      const { value } = await admin.createApiKey({ companyId, name: 'test', scopes: [], userName: '' });
      return { id: companyId, handle, answer, key: value };
    },
    async readFunnel({ key, ...request }) {
      return json.decode<never>((await funnels.getFunnel({ apiKeyHash: hashApiKey(key), ...request })).body);
    },
    resolveOrderKey: (key) => funnels.resolveOrderKey({ apiKeyHash: hashApiKey(key) }),
    resolve: ({ key, ...request }) => funnels.resolveSubmission({ apiKeyHash: hashApiKey(key), ...request }),
    async stop() {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await Promise.all([matcher.stop(), catalog.stop(), analyses.stop()]);
      await drop();
    },
  };
}

async function startReplica(options: {
  url: string;
  matcher: string;
  catalog: string;
  analyses: string;
  bus: Bus;
  clock: TestClock;
}) {
  const config = readEnv(FUNNEL_ENV, {
    DATABASE_URL: options.url,
    GRPC_HOST: inProcessHost(),
    LOG_LEVEL: 'silent',
    MATCHER_ADDR: options.matcher,
    CATALOG_ADDR: options.catalog,
    ANALYSIS_ADDR: options.analyses,
  });
  const log = createLogger({ name: 'funnel-svc', level: process.env.LOG_LEVEL ?? 'silent' });
  const running = await startFunnelService(config, { log, bus: options.bus, clock: options.clock });
  const admin = createClient(FunnelAdminServiceClient, running.address, { timeoutMs: 15_000 });
  const funnels = createClient(FunnelServiceClient, running.address, { timeoutMs: 15_000 });
  const pages = createClient(FunnelPageServiceClient, running.address, { timeoutMs: 15_000 });
  const components = createClient(ComponentServiceClient, running.address, { timeoutMs: 15_000 });
  const chat = createClient(ChatCompanyServiceClient, running.address, { timeoutMs: 15_000 });
  const releases = createClient(ReleaseAdminServiceClient, running.address, { timeoutMs: 30_000 });
  const edits = createClient(FunnelEditServiceClient, running.address, { timeoutMs: 15_000 });
  const pictures = createClient(PictureServiceClient, running.address, { timeoutMs: 15_000 });
  const tests = createClient(FunnelTestServiceClient, running.address, { timeoutMs: 15_000 });
  return {
    admin,
    funnels,
    pages,
    components,
    chat,
    releases,
    edits,
    pictures,
    tests,
    async stop() {
      admin.close();
      funnels.close();
      pages.close();
      components.close();
      chat.close();
      releases.close();
      edits.close();
      pictures.close();
      tests.close();
      await running.stop();
    },
  };
}
