import {
  type Bus,
  type BusMessage,
  createClient,
  createInProcessBus,
  json,
  type PromiseClient,
  readEnv,
  sha256,
} from '@svc/kit';
import { inProcessHost, type TestDatabase, testDatabase, testLogger } from '@svc/kit/testing';
import {
  AnalysisAdminServiceClient,
  AnalysisServiceClient,
  type CreateAnalysisRequest,
  SubmissionServiceClient,
} from '@svc/proto';
import type { Knex } from 'knex';
import { startAnalysisService } from '../app.js';
import { ANALYSIS_ENV } from '../config.js';
import { type FakeFunnel, startFakeFunnel } from './fake-funnel.js';
import { type FakeMatch, startFakeMatch } from './fake-match.js';
import { completeAnswers } from './steps.js';

const migrationsDirectory = new URL('../migrations/', import.meta.url);

export interface CreatedBody {
  id: string;
  funnelVersionId: string;
  isPreview: boolean;
  payload_warnings?: string[];
}

/** RPCs of one replica. */
export interface Replica {
  client: PromiseClient<AnalysisServiceClient>;
  admin: PromiseClient<AnalysisAdminServiceClient>;
  submissions: PromiseClient<SubmissionServiceClient>;
}

export interface TestService extends Replica {
  funnel: FakeFunnel;
  match: FakeMatch;
  /** Connection that sees the rows of every company. */
  db: Knex;
  bus: Bus;
  /** Published `analysis-erased` messages. */
  erased: BusMessage[];
  databaseUrl: string;
  /** Starts another replica on the same database. */
  startReplica(): Promise<Replica>;
  stop(): Promise<void>;
}

/** So that a busy machine fails no test that is not about time. */
const TIMEOUT_MS = 60_000;
const SELFIE_LIMITS = { timeLimitMs: 25_000, startLimitMs: 25_000 };

/** Registers the API key `name` for `company` and returns its SHA-256. */
export function apiKey(funnel: FakeFunnel, name: string, company: string): Buffer {
  const hash = sha256(name);
  funnel.companies.set(hash.toString('hex'), company);
  return hash;
}

/** Starts the whole service on its own database, with a fake funnel-svc. */
export async function startService(): Promise<TestService> {
  const log = testLogger();
  const test: TestDatabase = await testDatabase({ schema: 'analysis', migrationsDirectory });
  const funnel = await startFakeFunnel(log);
  const match = await startFakeMatch(log);
  const bus = createInProcessBus(log);
  const erased: BusMessage[] = [];
  bus.subscribe('analysis-erased', (message) => erased.push(message));
  apiKey(funnel, 'key', 'company-1');
  const stops: (() => Promise<void>)[] = [];

  async function startReplica(): Promise<Replica> {
    const config = readEnv(ANALYSIS_ENV, {
      DATABASE_URL: test.url,
      FUNNEL_ADDR: funnel.address,
      MATCHER_ADDR: match.address,
      CATALOG_ADDR: match.address,
      // Tests of deliveries start their own processes.
      DELIVERY_CONCURRENCY: '0',
      GRPC_HOST: inProcessHost(),
    });
    // The last step of the first deletion of what has expired, which would delete what a test prepares for its own.
    const cleaned = new Promise<void>((resolve) => {
      funnel.onRetentions = resolve;
    });
    const service = await startAnalysisService(config, { log, bus, selfieLimits: SELFIE_LIMITS });
    await cleaned;
    const client = createClient(AnalysisServiceClient, service.address, { timeoutMs: TIMEOUT_MS });
    const admin = createClient(AnalysisAdminServiceClient, service.address, { timeoutMs: TIMEOUT_MS });
    const submissions = createClient(SubmissionServiceClient, service.address, { timeoutMs: TIMEOUT_MS });
    stops.push(async () => {
      for (const one of [client, admin, submissions]) one.close();
      await service.stop();
    });
    return { client, admin, submissions };
  }

  return {
    ...(await startReplica()),
    funnel,
    match,
    db: test.owner,
    bus,
    erased,
    databaseUrl: test.url,
    startReplica,
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await funnel.stop();
      await match.stop();
      await bus.close();
      await test.drop();
    },
  };
}

/** A request that succeeds without a warning; `body` replaces its answers. */
export function submission(
  given: Partial<CreateAnalysisRequest> & { body?: Record<string, unknown> } = {},
): CreateAnalysisRequest {
  const { body, ...request } = given;
  return {
    apiKeyHash: sha256('key'),
    funnelId: 'funnel-1',
    bodyJson: json.encode({ funnelId: 'funnel-1', ...(body ?? completeAnswers) }),
    ...request,
  };
}

/** Creates an analysis and decodes the response. */
export async function create(
  client: PromiseClient<AnalysisServiceClient>,
  request: CreateAnalysisRequest,
): Promise<CreatedBody & { replayed: boolean }> {
  const { body, replayed } = await client.createAnalysis(request);
  return { ...json.decode<CreatedBody>(body), replayed };
}
