import { createClient, createInProcessBus, readEnv, ServiceError } from '@svc/kit';
import { countWaiting, testDatabase, testLogger } from '@svc/kit/testing';
import { ShopifyServiceClient } from '@svc/proto';
import { type StandInShop, sampleProduct, signQuery } from '@svc/shopify-stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG_ENV, MIGRATIONS, startCatalogService } from '../app.js';
import { SECRETS_KEY, SHOPIFY_APP, startShopifyApp, type TestShopifyApp } from '../testing/start-shopify-app.js';

let now = new Date();
let app: TestShopifyApp;
beforeAll(async () => {
  app = await startShopifyApp({ clock: { now: () => now } });
});
afterAll(() => app?.stop());

let shop: StandInShop;
let number = 0;
beforeEach(() => {
  now = new Date();
  number += 1;
  shop = app.shopify.shop(`glow-${number}.myshopify.com`);
  shop.putProduct(sampleProduct(1));
});
const begin = async (companyId = `company-${number}`) =>
  (await app.catalog.shopify.beginInstall({ companyId, shop: shop.domain })).url;
/** Where a merchant who consents is sent. */
async function consented(url: string): Promise<URLSearchParams> {
  const response = await fetch(url, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '').searchParams;
}
const complete = (query: URLSearchParams) => app.catalog.shopify.completeInstall({ query: query.toString() });
const INVALID = { code: 'INVALID_QUERY' };

describe('an install', () => {
  it('redirects to Shopify with the least scope, and connects the shop when Shopify redirects back', async () => {
    const url = new URL(await begin());
    expect(url.pathname).toBe(`/${shop.domain}/admin/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: SHOPIFY_APP.apiKey,
      scope: 'read_products',
      redirect_uri: expect.stringContaining('/shopify/callback'),
    });
    expect(url.searchParams.get('state')).toHaveLength(32);
    expect(await complete(await consented(url.href))).toEqual({ shop: shop.domain });
    const { run } = await app.synced(`company-${number}`);
    expect(run.created).toBe(2);
  });

  it('tokens are stored encrypted', async () => {
    await app.install(`company-${number}`, shop);
    const row = await app.catalog.owner('shopify_shops').where({ shop: shop.domain }).first();
    expect(row.sealed_tokens.toString('latin1')).not.toMatch(/shpat|shprt/);
    expect(row.token_expires_at.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
  });

  it('a state is valid once, for 10 minutes, for its own shop, and is stored as a hash', async () => {
    const twice = await consented(await begin());
    await complete(twice);
    await expect(complete(twice)).rejects.toMatchObject(INVALID);

    const late = await begin();
    now = new Date(Date.now() + 10 * 60_000 + 1_000);
    const query = await consented(late);
    query.set('timestamp', String(Math.floor(now.getTime() / 1000)));
    query.set('hmac', signQuery(query, SHOPIFY_APP.apiSecret));
    await expect(complete(query)).rejects.toMatchObject(INVALID);
    now = new Date();

    const other = await consented(await begin());
    other.set('shop', 'other.myshopify.com');
    other.set('hmac', signQuery(other, SHOPIFY_APP.apiSecret));
    await expect(complete(other)).rejects.toMatchObject(INVALID);

    const state = new URL(await begin()).searchParams.get('state')!;
    const rows = await app.catalog.owner('shopify_installs');
    expect(JSON.stringify(rows)).not.toContain(state);
  });

  it('a query without a valid signature or code connects no shop', async () => {
    const forged = await consented(await begin());
    forged.set('code', 'guessed');
    await expect(complete(forged)).rejects.toMatchObject(INVALID);
    forged.set('hmac', signQuery(forged, SHOPIFY_APP.apiSecret));
    await expect(complete(forged)).rejects.toMatchObject(INVALID);
    await expect(complete(new URLSearchParams())).rejects.toMatchObject(INVALID);
    await expect(app.catalog.shopify.getShop({ companyId: `company-${number}` })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it.each(['', 'glow', 'https://glow.myshopify.com', 'glow.myshopify.com.evil.example', 'shop.example'])(
    '%j is no shop, and the message says how to write one',
    async (name) => {
      await expect(app.catalog.shopify.beginInstall({ companyId: 'c', shop: name })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        details: [{ path: '/shop', message: expect.stringContaining('glow.myshopify.com') }],
      });
    },
  );

  it('a shop belongs to one company and a company has one shop: CONFLICT, also when both began before', async () => {
    const second = await begin('company-second');
    await app.install(`company-${number}`, shop);
    await expect(begin('company-second')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(complete(await consented(second))).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      app.catalog.shopify.beginInstall({ companyId: `company-${number}`, shop: 'another.myshopify.com' }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(shop.domain) });
    await app.catalog.shopify.disconnectShop({ companyId: `company-${number}` });
    await app.install('company-second', shop);
    expect((await app.synced('company-second')).run.created).toBe(2);
  });

  it('a company whose two shops end their install simultaneously has the first one, and the second is CONFLICT', async () => {
    const companyId = `company-${number}`;
    const query = await consented(await begin());
    const first = await app.catalog.owner.transaction();
    await first('shopify_shops').insert({
      company_id: companyId,
      shop: `first-${number}.myshopify.com`,
      state: 'CONNECTED',
      scopes: 'read_products',
      connected_at: now,
      sync_wanted: false,
    });
    const refused = expect(complete(query)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`first-${number}.myshopify.com`),
    });
    await expect.poll(() => countWaiting(app.catalog.owner)).toBe(1);
    await first.commit();
    await refused;
    expect((await app.catalog.shopify.getShop({ companyId })).shop?.domain).toBe(`first-${number}.myshopify.com`);
  });

  it('a shop that does not allow its products to be read is not connected', async () => {
    const url = new URL(await begin());
    url.searchParams.set('scope', 'read_themes');
    await expect(complete(await consented(url.href))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('did not allow the app to read products'),
    });
    await expect(app.catalog.shopify.getShop({ companyId: `company-${number}` })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('an outage of Shopify is UNAVAILABLE', async () => {
    const query = await consented(await begin());
    // A sync of another shop may take some of them.
    app.shopify.faults.brokenCalls = Number.POSITIVE_INFINITY;
    await expect(complete(query)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    app.shopify.faults.brokenCalls = 0;
  });
});

describe('without an app', () => {
  it('every call is NOT_FOUND, and nothing else changes', async () => {
    const { url, drop } = await testDatabase({ schema: 'catalog', migrationsDirectory: MIGRATIONS });
    const config = readEnv(CATALOG_ENV, { DATABASE_URL: url, GRPC_PORT: '0', MIGRATE: 'false', SECRETS_KEY });
    const { address, stop } = await startCatalogService(config, { log: testLogger(), bus: createInProcessBus() });
    const shopify = createClient(ShopifyServiceClient, address, { timeoutMs: 5_000 });
    const companyId = 'c';
    const calls = [
      shopify.beginInstall({ companyId, shop: 'glow.myshopify.com' }),
      shopify.completeInstall({ query: '' }),
      shopify.getShop({ companyId }),
      shopify.syncShop({ companyId }),
      shopify.disconnectShop({ companyId }),
      shopify.receiveWebhook({
        topic: '',
        shop: '',
        eventId: '',
        webhookId: '',
        triggeredAt: '',
        signature: '',
        body: Buffer.alloc(0),
      }),
    ];
    for (const answer of await Promise.allSettled(calls)) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } });
      expect((answer as PromiseRejectedResult).reason).toBeInstanceOf(ServiceError);
    }
    shopify.close();
    await stop();
    await drop();
  });
});
