import { ServiceError } from '@svc/kit';
import type { GetShopResponse } from '@svc/proto';
import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { readJsonObject } from '../../http/read-json-object.js';
import { requireMediaType } from '../../parse/media-type.js';
import { issuesToDetails } from '../../schemas/issues-to-details.js';
import { shopInstallRequest } from '../../schemas/shopify.js';
import { companyOf } from './company-id.js';
import { isoTime, sendJson } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  shopify: Pick<Clients['shopify'], 'beginInstall' | 'getShop' | 'syncShop' | 'disconnectShop'>;
};

const MAX_BODY_BYTES = 4 * 1024;

/** POST …/shopify/install: where the merchant consents. CONFLICT when the shop or the company is taken. Catalogue, "Shopify app". */
export function installShop(deps: Deps): Handler {
  return async (ctx) => {
    requireMediaType(ctx.req, ['application/json']);
    const body = await readJsonObject(ctx, MAX_BODY_BYTES);
    const parsed = shopInstallRequest.safeParse(body);
    if (!parsed.success) {
      const details = issuesToDetails(parsed.error.issues);
      throw new ServiceError('INVALID_REQUEST', 'Nothing was begun; details list what to change.', { details });
    }
    const { companyId } = await companyOf(deps, ctx);
    const { url } = await deps.shopify.beginInstall({ companyId, shop: parsed.data.shop });
    sendJson(ctx, 200, { url });
  };
}

/** GET …/shopify: the company's shop. NOT_FOUND without one. */
export function getShop(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    sendJson(ctx, 200, presentShop(await deps.shopify.getShop({ companyId })));
  };
}

/** POST …/shopify/sync: reads the whole catalogue again, soon. 202; NOT_FOUND without a shop, CONFLICT when it is not connected. */
export function syncShop(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    await deps.shopify.syncShop({ companyId });
    sendJson(ctx, 202, presentShop(await deps.shopify.getShop({ companyId })));
  };
}

/** DELETE …/shopify: 204, also without a shop. The token is deleted, the catalogue stays. */
export function disconnectShop(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    await deps.shopify.disconnectShop({ companyId });
    ctx.status = 204;
  };
}

const presentShop = (shop: GetShopResponse) => ({
  shop: shop.shop,
  state: shop.state.replace('SHOP_STATE_', ''),
  scopes: shop.scopes,
  connectedAt: isoTime(shop.connectTime),
  syncing: shop.syncing,
  lastSyncAt: isoTime(shop.lastSyncTime),
  lastImportId: shop.lastImportId ?? null,
  nextSyncAt: isoTime(shop.nextSyncTime),
  failures: shop.failures,
  ...(shop.problem === undefined ? {} : { problem: shop.problem }),
});
