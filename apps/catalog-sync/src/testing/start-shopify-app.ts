import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Clock, ServiceError } from '@svc/kit';
import { type ImportRun, ImportState, type ShopifyShop } from '@svc/proto';
import {
  type Delivery,
  type DeliveryOptions,
  type ShopifyStandIn,
  type StandInShop,
  sampleProduct,
  startShopify,
} from '@svc/shopify-stand-in';
import { startCatalog, type TestCatalog } from './start-catalog.js';

export interface TestShopifyApp {
  catalog: TestCatalog;
  shopify: ShopifyStandIn;
  /** Installs the app in a shop, with a browser that consents. */
  install(companyId: string, shop: StandInShop): Promise<void>;
  /** Installs the app in a shop of this name with 10 products, and waits until they were read. */
  readShop(companyId: string, name: string): Promise<StandInShop>;
  /** Sends every change of a shop as a webhook, and waits until they are processed. */
  deliverAll(shop: StandInShop, options?: DeliveryOptions): Promise<Delivery[]>;
  /** Waits until no sync is wanted any more. @returns the newest import run. */
  synced(companyId: string): Promise<{ shop: ShopifyShop; run: ImportRun }>;
  /** Waits until no job is left. */
  idle(): Promise<void>;
  /** Variants that may be matched, by id, with what cards show of them. */
  offered(companyId: string): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

export const SHOPIFY_APP = { apiKey: 'test-key', apiSecret: 'test-secret' };
export const PREVIOUS_SECRET = 'test-secret-before';
export const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

/** catalog-sync with a Shopify app, a stand-in of Shopify, and the part of a gateway that hands webhooks on. */
export async function startShopifyApp(options: { clock?: Clock } = {}): Promise<TestShopifyApp> {
  const shopify = await startShopify({ ...SHOPIFY_APP, points: { maximum: 1_000_000, restoreRate: 1_000_000 } });
  let catalog: TestCatalog | undefined;
  const gateway = createServer(async (request, response) => {
    const header = (name: string) => String(request.headers[`x-shopify-${name}`] ?? '');
    try {
      await catalog?.shopify.receiveWebhook({
        topic: header('topic'),
        shop: header('shop-domain'),
        eventId: header('event-id'),
        webhookId: header('webhook-id'),
        triggeredAt: header('triggered-at'),
        signature: header('hmac-sha256'),
        body: await buffer(request),
      });
      response.writeHead(200).end();
    } catch (error) {
      response.writeHead(error instanceof ServiceError && error.code === 'UNAUTHORIZED' ? 401 : 500).end();
    }
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const started = await startCatalog({
    allowPrivateNetwork: true,
    environment: {
      SHOPIFY_API_KEY: SHOPIFY_APP.apiKey,
      SHOPIFY_API_SECRET: SHOPIFY_APP.apiSecret,
      SHOPIFY_API_SECRET_PREVIOUS: PREVIOUS_SECRET,
      SHOPIFY_API_BASE: shopify.base,
      SECRETS_KEY,
      PUBLIC_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    },
    ...options,
  });
  catalog = started;
  const { owner: db } = started;

  async function poll<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    for (const end = Date.now() + 30_000; ; ) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`Timed out waiting until ${what}.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const app: TestShopifyApp = {
    catalog: started,
    shopify,
    async readShop(companyId, name) {
      const shop = shopify.shop(`${name}.myshopify.com`);
      for (let id = 1; id <= 10; id += 1) shop.putProduct(sampleProduct(id));
      await app.install(companyId, shop);
      await app.synced(companyId);
      await app.deliverAll(shop);
      return shop;
    },
    async deliverAll(shop, options = {}) {
      const deliveries = await shopify.deliver(shop, options);
      await app.idle();
      return deliveries;
    },
    async install(companyId, shop) {
      const { url } = await started.shopify.beginInstall({ companyId, shop: shop.domain });
      const consented = await fetch(url, { redirect: 'manual' });
      await started.shopify.completeInstall({
        query: new URL(consented.headers.get('location') ?? '').search.slice(1),
      });
    },
    synced: (companyId) =>
      poll('a sync', async () => {
        const { shop } = await started.shopify.getShop({ companyId });
        if (!shop || shop.syncing || shop.lastImportId === undefined) return undefined;
        const { run } = await started.admin.getImport({ companyId, importId: shop.lastImportId });
        return run && run.state !== ImportState.IMPORT_STATE_RUNNING ? { shop, run } : undefined;
      }),
    idle: () =>
      poll('the end of all jobs', async () =>
        (await db('jobs').whereNull('dead_at').first()) ? undefined : (null as never),
      ),
    async offered(companyId) {
      const rows = await db('variants as v')
        .join('products as p', (join) => join.on('p.company_id', 'v.company_id').on('p.shop_system_id', 'v.product_id'))
        .where({ 'v.company_id': companyId, 'v.available': true })
        .select('v.shop_system_id as id', 'v.name', 'v.price', 'v.tags', 'p.name as product', 'p.tags as product_tags');
      return Object.fromEntries(rows.map(({ id, ...shown }: { id: string }) => [id, shown]));
    },
    async stop() {
      await started.stop();
      await shopify.stop();
      gateway.close();
      gateway.closeAllConnections();
    },
  };
  return app;
}
