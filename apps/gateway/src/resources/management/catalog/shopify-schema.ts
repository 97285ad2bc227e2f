import { z } from 'zod';
import { feedState } from './catalog-schema.js';

const time = z.iso.datetime();

/** POST …/shopify/install. */
export const shopInstallRequest = z
  .strictObject({
    shop: z
      .string({ error: 'shop must be the domain of the shop, for example glow.myshopify.com.' })
      .min(1, 'shop must be the domain of the shop, for example glow.myshopify.com.')
      .max(255, 'shop must have at most 255 characters.')
      .describe('Domain that Shopify gave the shop, in full.'),
  })
  .meta({ id: 'ShopInstallRequest' });

export const shopInstall = z
  .object({ url: z.string().describe('Where the merchant consents, within 10 minutes; serves once.') })
  .meta({ id: 'ShopInstall' });

export const SHOP_STATES = ['CONNECTED', 'NEEDS_REINSTALL', 'UNINSTALLED'] as const;

export const connectedShop = z
  .object({
    shop: z.string(),
    state: z
      .enum(SHOP_STATES)
      .describe('NEEDS_REINSTALL: Shopify refused to renew the token; UNINSTALLED: the merchant removed the app.'),
    scopes: z.array(z.string()),
    connectedAt: time,
    syncing: z.boolean().describe('The whole catalog is being read, or waits to be.'),
    lastSyncAt: time.nullable().describe('When the whole catalog was read last.'),
    lastImportId: z.string().nullable(),
    nextSyncAt: time.nullable(),
    failures: z.int().describe('Failed syncs in a row.'),
    problem: z.string().optional().describe('Why the last sync failed or was held, or the shop is not connected.'),
  })
  .meta({ id: 'ConnectedShop' });

export const catalogSources = z
  .object({
    feed: feedState.nullable().describe('null: the company has no feed.'),
    shop: connectedShop.nullable().describe('null: the company has no shop.'),
  })
  .meta({ id: 'CatalogSources' });
