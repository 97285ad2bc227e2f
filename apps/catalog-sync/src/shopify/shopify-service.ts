import {
  type Clock,
  type Db,
  forCompany,
  type GrpcService,
  type Jobs,
  type Logger,
  type Outbound,
  ServiceError,
  service,
} from '@svc/kit';
import { ShopifyServiceService, type ShopifyShop, shopStates } from '@svc/proto';
import type { Knex } from 'knex';
import { beginInstall, completeInstall } from './install.js';
import type { ShopifySettings } from './settings.js';
import { addSync } from './shopify-jobs.js';
import { deleteShop, findShop, type Shop, updateShop } from './shops.js';
import { receiveWebhook } from './webhooks/receive-webhook.js';

interface Deps {
  db: Knex;
  settings: ShopifySettings;
  outbound: Outbound;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
}

/** svc.catalog.v1.ShopifyService. @param deps - undefined: no app is set up. */
export function createShopifyService(deps: Deps | undefined): GrpcService {
  const app = (): Deps => {
    if (!deps) throw new ServiceError('NOT_FOUND', 'No Shopify app is set up here.');
    return deps;
  };
  return service(ShopifyServiceService, {
    beginInstall: async ({ companyId, shop }) => ({ url: await beginInstall(app(), companyId, shop) }),
    completeInstall: async ({ query }) => ({ shop: await completeInstall(app(), query) }),
    getShop: async ({ companyId }) => ({
      shop: toMessage(await forCompany(app().db, companyId, (trx) => existing(trx, companyId))),
    }),
    async syncShop({ companyId }) {
      await sync(app(), companyId);
      return {};
    },
    async disconnectShop({ companyId }) {
      await forCompany(app().db, companyId, (trx) => deleteShop(trx, companyId));
      return {};
    },
    async receiveWebhook(webhook) {
      await receiveWebhook(app(), webhook);
      return {};
    },
  });
}

async function existing(db: Db, companyId: string, options: { lock?: boolean } = {}): Promise<Shop> {
  const shop = await findShop(db, companyId, options);
  if (!shop) throw new ServiceError('NOT_FOUND', 'The company has no Shopify shop; connect one first.');
  return shop;
}

async function sync(deps: Deps, companyId: string): Promise<void> {
  await forCompany(deps.db, companyId, async (trx) => {
    const shop = await existing(trx, companyId, { lock: true });
    if (shop.state !== 'CONNECTED') {
      throw new ServiceError('CONFLICT', shop.problem ?? 'The shop is not connected; the app must be installed again.');
    }
    await updateShop(trx, companyId, { sync_wanted: true });
    await addSync(deps.jobs, trx, companyId);
  });
  deps.jobs.wake();
}

function toMessage(shop: Shop): ShopifyShop {
  const { syncedAt, lastRunId, nextSyncAt, problem } = shop;
  return {
    domain: shop.shop,
    state: shopStates.fromName(shop.state),
    scopes: shop.scopes,
    connectTime: shop.connectedAt,
    syncing: shop.syncWanted,
    failures: shop.failures,
    ...(syncedAt ? { lastSyncTime: syncedAt } : {}),
    ...(lastRunId ? { lastImportId: lastRunId } : {}),
    ...(nextSyncAt ? { nextSyncTime: nextSyncAt } : {}),
    ...(problem ? { problem } : {}),
  };
}
