import {
  type Bus,
  type Clock,
  createDatabase,
  createGrpcServer,
  createOutbound,
  createPeriodic,
  createServiceStatus,
  getProcessMetrics,
  type Logger,
  type Metrics,
  type Periodic,
  type RunningService,
  startListening,
  systemClock,
  watchDatabase,
} from '@svc/kit';
import { CATALOG_SCHEMA, type CatalogConfig } from './config.js';
import { countFailedWork } from './db/count-failed-work.js';
import { countHeld, dropExpiredHeld } from './db/held-imports.js';
import { deleteOldRuns, failAbandonedRuns } from './db/import-runs.js';
import { withSession } from './db/session.js';
import { createCatalogAdminService } from './handlers/catalog-admin-service.js';
import { createCatalogService } from './handlers/catalog-service.js';
import { createVariantService } from './handlers/variant-service.js';
import { readShopifySettings } from './shopify/settings.js';
import { createShopifyApp } from './shopify/shopify-app.js';
import { findProductByUrl } from './usecases/find-product-by-url.js';
import { getSearchDocuments } from './usecases/get-search-documents.js';
import { createImporter } from './usecases/importer.js';
import { listProductPaths } from './usecases/list-product-paths.js';
import { createFeedSync } from './usecases/sync-feeds.js';
import { createSectionDocuments } from './workers/section-document.js';

export { CATALOG_ENV, type CatalogConfig } from './config.js';
export { SHOPIFY_ENV } from './shopify/settings.js';

/** Migrations, compiled or not. */
export const MIGRATIONS = CATALOG_SCHEMA.migrationsDirectory;

/** How often due feeds are looked for, milliseconds. */
const FEED_POLL_MS = 5_000;

/** How often runs of killed processes are looked for, milliseconds. */
const ABANDONED_CHECK_MS = 15_000;

/** How often runs and held rows past their time are deleted, milliseconds. */
const OLD_CHECK_MS = 10 * 60_000;

/** Starts catalog-sync. @returns the address it serves and how to stop it; the bus stays open. */
export async function startCatalogService(
  config: CatalogConfig,
  deps: { log: Logger; bus: Bus; clock?: Clock; metrics?: Metrics; feedPollMs?: number; shopifyPollMs?: number },
): Promise<RunningService> {
  const { log, bus, clock = systemClock, feedPollMs = FEED_POLL_MS } = deps;
  const shopifySettings = readShopifySettings(config);
  const connection = {
    url: config.DATABASE_URL,
    session: config.DATABASE_SESSION,
    directUrl: config.DATABASE_DIRECT_URL,
    ...CATALOG_SCHEMA,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
  };
  const database = createDatabase({
    ...connection,
    readUrl: config.DATABASE_READ_URL,
    poolMax: config.DATABASE_POOL,
    log,
  });
  const { knex: db } = database;
  const sections = createSectionDocuments({ db, bus, clock, database: connection, log });
  const importer = createImporter({ db, bus, clock, log });
  const outbound = createOutbound({ allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK });
  const feeds = createFeedSync({ db, importer, outbound, clock, log });
  const shopify = createShopifyApp({
    db,
    settings: shopifySettings,
    importer,
    outbound,
    bus,
    clock,
    log,
    metrics: deps.metrics,
    pollMs: deps.shopifyPollMs,
  });
  let feedDueInMs = 0;
  let loops: Periodic[] = [];
  const watch = watchDatabase({
    database,
    migrate: config.MIGRATE,
    log,
    onPrepared() {
      shopify.start();
      loops = [
        createPeriodic({
          everyMs: ABANDONED_CHECK_MS,
          run: async () => {
            await failAbandonedRuns(db);
            getProcessMetrics()?.set('svc_imports_held', await countHeld(db), {});
          },
          log,
          name: 'abandoned imports',
        }),
        createPeriodic({
          everyMs: OLD_CHECK_MS,
          run: async () => {
            await withSession(db, null, dropExpiredHeld);
            await deleteOldRuns(db);
          },
          log,
          name: 'old imports',
        }),
        createPeriodic({
          everyMs: feedPollMs,
          dueInMs: () => feedDueInMs,
          run: async () => {
            feedDueInMs = await feeds.tick();
          },
          log,
          name: 'feed schedule',
        }),
      ];
    },
  });
  const server = createGrpcServer({
    database: watch,
    status: createServiceStatus({ log, countFailedWork: () => countFailedWork(db) }),
    services: [
      createCatalogService({
        db,
        findProductByUrl: findProductByUrl({ db }),
        listProductPaths: listProductPaths({ db }),
        getSearchDocuments: (input) => getSearchDocuments({ db }, input),
      }),
      createVariantService({ db }),
      createCatalogAdminService({ db, bus, clock, importer, sections, feeds }),
      shopify.service,
    ],
    log,
  });
  const stop = async () => {
    await Promise.all([server.stop(), watch.stop()]);
    await Promise.all(loops.map((loop) => loop.stop()));
    await shopify.stop();
    await importer.stop();
    await feeds.stop();
    await outbound.close();
    await database.close();
  };
  return startListening({ watch, server, stop }, config);
}
