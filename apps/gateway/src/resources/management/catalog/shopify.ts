import { type GetShopResponse, shopStates } from '@svc/proto';
import { toIsoTime } from '../../../messages/iso-time.js';
import { json, sendJson, sendNothing } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { route } from '../../../route/route.js';
import { refusedShopExample, SHOP, shopExample } from '../../shopify/shop-examples.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { shopInstallRequest } from './shopify-schema.js';

const installShop = route({
  ...management,
  method: 'POST',
  path: `${COMPANY}/shopify/install`,
  id: 'installShop',
  permission: 'manage:integration.write',
  summary: 'Start to connect a Shopify shop',
  description:
    'The merchant opens the address and consents; Shopify sends the browser to /shopify/callback, and the first sync starts. ' +
    'CONFLICT when the shop belongs to another company, or the company has another shop. A shop that needs it is reinstalled the same way.',
  params: company,
  body: jsonBody({
    schema: shopInstallRequest,
    schemaId: 'ShopInstallRequest',
    examples: { shop: { shop: SHOP } },
    refused: 'The installation was not started',
    maxBytes: 4 * 1024,
  }),
  answers: {
    200: json('Where the merchant consents, within 10 minutes.', 'ShopInstall', {
      install: {
        url:
          `https://${SHOP}/admin/oauth/authorize?client_id=0123456789abcdef&scope=read_products` +
          '&redirect_uri=https%3A%2F%2Fapi.example.com%2Fshopify%2Fcallback&state=Zm9yZXZlcnlpbnN0YWxs',
      },
    }),
  },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body: { shop } }) => {
      const { companyId } = await getCompany(clients, params);
      const { url } = await clients.shopify.beginInstall({ companyId, shop });
      return sendJson(200, { url });
    },
});

const getShop = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/shopify`,
  id: 'getShop',
  permission: 'manage:settings.read',
  summary: "The company's Shopify shop",
  description: 'NOT_FOUND without one.',
  params: company,
  answers: {
    200: json('The shop, and the state of its syncs.', 'ConnectedShop', {
      connected: shopExample,
      refused: refusedShopExample,
    }),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      return sendJson(200, toShop(await clients.shopify.getShop({ companyId })));
    },
});

const syncShop = route({
  ...management,
  method: 'POST',
  path: `${COMPANY}/shopify/sync`,
  id: 'syncShop',
  permission: 'manage:catalog.import',
  summary: 'Read the whole catalog of the shop again',
  description:
    'The catalog is read every night, and single products as they change; this reads it now. The import run has the source ' +
    'SHOPIFY. CONFLICT when the shop is not connected.',
  params: company,
  answers: {
    202: json('It starts soon, or is already running.', 'ConnectedShop', {
      waiting: { ...shopExample, syncing: true },
    }),
  },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      await clients.shopify.syncShop({ companyId });
      return sendJson(202, toShop(await clients.shopify.getShop({ companyId })));
    },
});

const disconnectShop = route({
  ...management,
  method: 'DELETE',
  path: `${COMPANY}/shopify`,
  id: 'disconnectShop',
  permission: 'manage:integration.write',
  summary: 'Disconnect the shop',
  description:
    'Its token is deleted, the catalog stays. Remove the app in Shopify as well: 48 hours later, Shopify requests erasure, and ' +
    'what came from the shop is deleted. Repeated: 204.',
  params: company,
  answers: { 204: { description: 'The company has no shop.' } },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      await clients.shopify.disconnectShop({ companyId });
      return sendNothing;
    },
});

/** The Shopify app. Every route is NOT_FOUND where none is set up. docs/shopify.md. */
export const shopify = [installShop, getShop, syncShop, disconnectShop];

export function toShop({ shop }: GetShopResponse) {
  if (!shop) throw new Error('GetShop returned no shop');
  return {
    shop: shop.domain,
    state: shopStates.toName(shop.state),
    scopes: shop.scopes,
    connectedAt: toIsoTime(shop.connectTime),
    syncing: shop.syncing,
    lastSyncAt: toIsoTime(shop.lastSyncTime),
    lastImportId: shop.lastImportId ?? null,
    nextSyncAt: toIsoTime(shop.nextSyncTime),
    failures: shop.failures,
    ...(shop.problem === undefined ? {} : { problem: shop.problem }),
  };
}
