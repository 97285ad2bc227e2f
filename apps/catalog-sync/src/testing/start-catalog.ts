import type { CatalogProduct, CatalogSection, CatalogSnapshot } from '@svc/domain';
import { type Clock, createClient, createInProcessBus, json, type PromiseClient, readEnv } from '@svc/kit';
import { inProcessHost, type TestDatabase, testDatabase, testLogger } from '@svc/kit/testing';
import {
  CatalogAdminServiceClient,
  CatalogServiceClient,
  FeedFormat,
  type ImportCsvRequest,
  type ImportRun,
  type ListCatalogChangesResponse,
  ShopifyServiceClient,
} from '@svc/proto';
import { CATALOG_ENV, MIGRATIONS, startCatalogService } from '../app.js';

export { nativeCsv } from './native-csv.js';

export interface TestCatalog {
  address: string;
  admin: PromiseClient<CatalogAdminServiceClient>;
  reader: PromiseClient<CatalogServiceClient>;
  shopify: PromiseClient<ShopifyServiceClient>;
  database: TestDatabase['database'];
  /** Sees the rows of every company. */
  owner: TestDatabase['owner'];
  /** Company ids of the `company-changed` messages so far. */
  published: string[];
  /** Uploads a file and waits for the run's end. */
  importCsv(companyId: string, file: string | Buffer, options?: ImportOptions): Promise<ImportRun>;
  apply(companyId: string, revision: number, section: CatalogSection): Promise<void>;
  prepare(companyId: string, section: CatalogSection): Promise<string[]>;
  exported(companyId: string): Promise<CatalogSection>;
  snapshot(companyId: string, withNames?: boolean): Promise<CatalogSnapshot>;
  products(companyId: string, query?: string): Promise<CatalogProduct[]>;
  changes(cursor?: string): Promise<ListCatalogChangesResponse>;
  stop(): Promise<void>;
}

interface ImportOptions {
  wait?: boolean;
  dryRun?: boolean;
  currency?: string;
}

/** Longer than any test: no feed is fetched unless a test asks for it. */
const NO_POLL_MS = 3_600_000;

/** catalog-sync on a database of its own, with clients. */
export async function startCatalog(
  options: {
    allowPrivateNetwork?: boolean;
    environment?: Record<string, string>;
    clock?: Clock;
    feedPollMs?: number;
  } = {},
): Promise<TestCatalog> {
  const { url, database, owner, drop } = await testDatabase({ schema: 'catalog', migrationsDirectory: MIGRATIONS });
  const log = testLogger();
  const bus = createInProcessBus();
  const published: string[] = [];
  bus.subscribe('company-changed', ({ companyId }) => {
    if (companyId !== undefined) published.push(companyId);
  });
  const config = readEnv(CATALOG_ENV, {
    DATABASE_URL: url,
    GRPC_HOST: inProcessHost(),
    MIGRATE: 'false',
    ALLOW_PRIVATE_NETWORK: String(options.allowPrivateNetwork ?? false),
    ...options.environment,
  });
  const { address, stop } = await startCatalogService(config, {
    log,
    bus,
    feedPollMs: options.feedPollMs ?? NO_POLL_MS,
    shopifyPollMs: 20,
    ...(options.clock ? { clock: options.clock } : {}),
  });
  const admin = createClient(CatalogAdminServiceClient, address, { timeoutMs: 60_000 });
  const reader = createClient(CatalogServiceClient, address, { timeoutMs: 60_000 });
  const shopify = createClient(ShopifyServiceClient, address, { timeoutMs: 60_000 });
  return {
    address,
    admin,
    reader,
    shopify,
    database,
    owner,
    published,
    async importCsv(companyId, file, options) {
      const { run } = await admin.importCsv(upload(companyId, file, options));
      return run!;
    },
    async apply(companyId, revision, section) {
      await admin.applyCatalog({ companyId, revision, sectionJson: json.encode(section) });
    },
    async prepare(companyId, section) {
      return (await admin.prepareCatalog({ companyId, sectionJson: json.encode(section) })).changed;
    },
    async exported(companyId) {
      return json.decode((await admin.getCatalog({ companyId })).sectionJson);
    },
    async snapshot(companyId, withNames = false) {
      const chunks: Uint8Array[] = [];
      for await (const { chunk } of reader.getSnapshot({ companyId, withNames })) chunks.push(chunk);
      return json.decode(Buffer.concat(chunks));
    },
    async products(companyId, query = '') {
      const { products } = await admin.listProducts({ companyId, query, pageSize: 100, pageToken: '' });
      return products;
    },
    changes: (cursor = '') => reader.listCatalogChanges({ cursor }),
    async stop() {
      admin.close();
      reader.close();
      shopify.close();
      await stop();
      await bus.close();
      await drop();
    },
  };
}

/** The messages of an upload. */
export async function* upload(
  companyId: string,
  file: string | Buffer,
  { wait = true, dryRun = false, currency = '' }: ImportOptions = {},
): AsyncGenerator<ImportCsvRequest> {
  yield {
    part: {
      $case: 'start',
      value: { companyId, defaultCurrency: currency, wait, dryRun, format: FeedFormat.FEED_FORMAT_AUTO },
    },
  };
  const bytes = Buffer.from(file);
  for (let at = 0; at < bytes.length; at += 32 * 1024) {
    yield { part: { $case: 'chunk', value: bytes.subarray(at, at + 32 * 1024) } };
  }
}
