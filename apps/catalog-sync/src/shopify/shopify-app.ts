import {
  addJob,
  type Bus,
  type Clock,
  createJobs,
  createPeriodic,
  type GrpcService,
  type Jobs,
  type Logger,
  type Metrics,
  msUntil,
  type Outbound,
  type Periodic,
} from '@svc/kit';
import type { Knex } from 'knex';
import type { Importer } from '../usecases/importer.js';
import { createAccessTokens } from './api/access-tokens.js';
import { createAdminClients } from './api/admin-client.js';
import { documents } from './api/documents.js';
import { applyProduct } from './products/apply-product.js';
import type { ShopifySettings } from './settings.js';
import { addSync, ERASE_FORMER_TASK, ERASE_TASK, PRODUCT_TASK, SYNC_TASK } from './shopify-jobs.js';
import { createShopifyService } from './shopify-service.js';
import { claimDueShops, findNextSync } from './shops.js';
import { syncShop } from './sync/sync-shop.js';
import { eraseShop } from './webhooks/erase-shop.js';
import { deleteOldEvents } from './webhooks/product-events.js';

export interface ShopifyApp {
  service: GrpcService;
  /** Begins to work through its jobs; the tables are there. */
  start(): void;
  stop(): Promise<void>;
}

/** First pause before something is looked at or tried again, milliseconds. */
const POLL_MS = 2_000;
/** How often shops that are due are looked for, milliseconds. */
const TICK_MS = 30_000;

/** The Shopify app of catalog-sync: installs, syncs, webhooks. Without settings every call of its service is NOT_FOUND. */
export function createShopifyApp(deps: {
  db: Knex;
  settings: ShopifySettings | undefined;
  importer: Importer;
  outbound: Outbound;
  bus: Bus;
  clock: Clock;
  log: Logger;
  random?: () => number;
  pollMs?: number | undefined;
  metrics?: Metrics | undefined;
}): ShopifyApp {
  const { settings } = deps;
  if (!settings) return { service: createShopifyService(undefined), start() {}, stop: async () => {} };
  const { db, clock, log, random = Math.random, pollMs = POLL_MS } = deps;
  const tokens = createAccessTokens({ ...deps, settings });
  let running: Jobs | undefined;
  let schedule: Periodic | undefined;
  let dueInMs = 0;
  const jobs: Jobs = { add: addJob, wake: () => running?.wake(), stop: async () => running?.stop() };
  const shared = {
    ...deps,
    settings,
    documents,
    random,
    pollMs,
    createAdminClient: createAdminClients({ ...deps, settings, tokens }),
    // Tasks add jobs of their own.
    jobs: () => jobs,
  };
  return {
    service: createShopifyService({ ...deps, settings, jobs }),
    start() {
      running = createJobs({
        db,
        log,
        pollMs,
        ...(deps.metrics ? { metrics: deps.metrics } : {}),
        tasks: {
          [SYNC_TASK]: syncShop(shared),
          [PRODUCT_TASK]: applyProduct(shared),
          [ERASE_TASK]: eraseShop(deps),
          [ERASE_FORMER_TASK]: eraseShop(deps),
        },
      });
      schedule = createPeriodic({
        everyMs: TICK_MS,
        log,
        name: 'shops',
        dueInMs: () => dueInMs,
        async run() {
          await wantDueSyncs(db, jobs, clock.now());
          await deleteOldEvents(db);
          dueInMs = msUntil(await findNextSync(db, clock.now()), clock);
        },
      });
    },
    async stop() {
      await schedule?.stop();
      await jobs.stop();
    },
  };
}

async function wantDueSyncs(db: Knex, jobs: Jobs, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    for (const companyId of await claimDueShops(trx, now)) await addSync(jobs, trx, companyId);
  });
  jobs.wake();
}
