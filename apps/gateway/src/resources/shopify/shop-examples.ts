import { IMPORT_ID } from '../../openapi/example-ids.js';

export const SHOP = 'glow.myshopify.com';

export const shopExample = {
  shop: SHOP,
  state: 'CONNECTED',
  scopes: ['read_products'],
  connectedAt: '2026-11-20T09:00:00.000Z',
  syncing: false,
  lastSyncAt: '2026-11-21T02:14:00.000Z',
  lastImportId: IMPORT_ID,
  nextSyncAt: '2026-11-22T03:41:00.000Z',
  failures: 0,
};
export const refusedShopExample = {
  ...shopExample,
  state: 'NEEDS_REINSTALL',
  nextSyncAt: null,
  problem: 'Shopify refused to give a token (status 400); the app must be installed again.',
};
