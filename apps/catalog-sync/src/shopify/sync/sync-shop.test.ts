import { ImportSource, ImportState, ShopState } from '@svc/proto';
import { type StandInShop, sampleProduct } from '@svc/shopify-stand-in';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startShopifyApp, type TestShopifyApp } from '../../testing/start-shopify-app.js';
import { findNextSync } from '../shops.js';
import { nextNight } from './sync-shop.js';

const { IMPORT_STATE_FAILED, IMPORT_STATE_HELD, IMPORT_STATE_SUCCEEDED } = ImportState;

let app: TestShopifyApp;
beforeAll(async () => {
  app = await startShopifyApp();
});
afterAll(() => app?.stop());
afterEach(() => {
  Object.assign(app.shopify.faults, {
    throttledCalls: 0,
    throttledStatus: 200,
    brokenCalls: 0,
    refusesRefresh: false,
    lostRefreshes: 0,
    bulkEnd: 'COMPLETED',
    bulkPolls: 1,
    objectCountOff: 0,
    truncatedBytes: 0,
    beforeAnswer: async () => {},
  });
});

let companyId: string;
let shop: StandInShop;
let number = 0;
/** A company with a shop of 30 products, 3 variants each. */
beforeEach(() => {
  number += 1;
  companyId = `company-${number}`;
  shop = app.shopify.shop(`glow-${number}.myshopify.com`);
  for (let id = 1; id <= 30; id += 1) shop.putProduct(sampleProduct(id, 3));
});

const available = async () =>
  (await app.catalog.snapshot(companyId)).variants.filter((variant) => variant.available).length;
/** Reads the shop again. */
async function syncAgain() {
  await app.catalog.shopify.syncShop({ companyId });
  return app.synced(companyId);
}

describe('the first sync', () => {
  it('imports every product and variant with the ids of the shop, as other imports do', async () => {
    shop.putProduct(
      sampleProduct(31, 1, {
        title: 'Lip Oil',
        status: 'DRAFT',
        productType: 'Lip care',
        onlineStoreUrl: null,
        variants: [
          { ...sampleProduct(31, 1).variants[0]!, title: 'Default Title', price: '9.00', compareAtPrice: '12.00' },
        ],
      }),
    );
    await app.install(companyId, shop);
    const { shop: stored, run } = await app.synced(companyId);
    expect(run).toMatchObject({
      state: IMPORT_STATE_SUCCEEDED,
      source: ImportSource.IMPORT_SOURCE_SHOPIFY,
      read: 91,
      created: 91,
      rejected: [],
    });
    expect(stored).toMatchObject({
      domain: shop.domain,
      state: ShopState.SHOP_STATE_CONNECTED,
      scopes: ['read_products'],
      lastImportId: run.id,
      failures: 0,
    });
    expect(stored.nextSyncTime?.getTime()).toBeGreaterThan(Date.now());
    const products = await app.catalog.products(companyId);
    expect(products).toHaveLength(31);
    expect(products[0]).toEqual({
      shopSystemId: '1',
      name: 'Foundation 1',
      url: 'https://glow.example/products/foundation-1',
      imageUrl: 'https://cdn.shopify.example/1.jpg',
      vendor: 'Glow',
      tags: ['finish:matte', 'tag:bestseller', 'category:Foundation'],
      variants: [0, 1, 2].map((place) => ({
        shopSystemId: `1${place}`,
        name: `Foundation 1 - Shade ${place}`,
        url: `https://glow.example/products/foundation-1?variant=1${place}`,
        available: true,
        price: '19.90',
        currency: 'EUR',
        tags: [`color:Shade ${place}`],
      })),
    });
    expect(products[30]).toMatchObject({
      name: 'Lip Oil',
      variants: [{ name: 'Lip Oil', available: false, price: '9.00', compareAtPrice: '12.00', tags: [] }],
    });
    expect(app.catalog.published).toContain(companyId);
  });

  it('subscribes to its webhook topics; a second time adds no duplicates', async () => {
    await app.install(companyId, shop);
    await app.synced(companyId);
    await syncAgain();
    const topics = [...shop.subscriptions.values()].map(({ topic }) => topic).sort();
    expect(topics).toEqual([
      'APP_UNINSTALLED',
      'BULK_OPERATIONS_FINISH',
      'PRODUCTS_CREATE',
      'PRODUCTS_DELETE',
      'PRODUCTS_UPDATE',
    ]);
  });

  it('a sync finds what changed, and the same file changes nothing', async () => {
    await app.install(companyId, shop);
    await app.synced(companyId);
    shop.deleteProduct(1);
    shop.putProduct(sampleProduct(2, 4));
    expect((await syncAgain()).run).toMatchObject({ created: 1, removed: 3, unchanged: 87 });
    const { version } = await app.catalog.snapshot(companyId);
    expect((await syncAgain()).run).toMatchObject({ created: 0, removed: 0, unchanged: 88 });
    expect((await app.catalog.snapshot(companyId)).version).toBe(version);
  });
});

describe('the catalog in force stays when', () => {
  beforeEach(async () => {
    await app.install(companyId, shop);
    await app.synced(companyId);
    shop.putProduct(sampleProduct(31, 3));
  });

  it.each(['FAILED', 'CANCELED', 'EXPIRED'] as const)(
    'the operation ends as %s: partial data are not used',
    async (bulkEnd) => {
      app.shopify.faults.bulkEnd = bulkEnd;
      const { shop: stored, run } = await syncAgain();
      expect(run).toMatchObject({ state: IMPORT_STATE_FAILED, reason: expect.stringContaining(`ended as ${bulkEnd}`) });
      expect(stored).toMatchObject({ failures: 1, problem: run.reason });
      expect(stored.nextSyncTime?.getTime()).toBeLessThan(Date.now() + 10 * 60_000);
      expect(await available()).toBe(90);
      app.shopify.faults.bulkEnd = 'COMPLETED';
      expect((await syncAgain()).shop).toMatchObject({ failures: 0 });
      expect(await available()).toBe(93);
    },
  );

  it('the operation has written another number of objects', async () => {
    app.shopify.faults.objectCountOff = 5;
    expect((await syncAgain()).run).toMatchObject({
      state: IMPORT_STATE_FAILED,
      reason: "Shopify's file has 124 objects instead of 129; the catalog was not changed.",
    });
    expect(await available()).toBe(90);
  });

  it('the file is cut off', async () => {
    app.shopify.faults.truncatedBytes = 500;
    expect((await syncAgain()).run).toMatchObject({
      state: IMPORT_STATE_FAILED,
      reason: expect.stringContaining("Shopify's file could not be fetched."),
    });
    expect(await available()).toBe(90);
  });

  it('a run that would remove most variants, or all of them, is held', async () => {
    for (let id = 1; id <= 15; id += 1) shop.deleteProduct(id);
    expect((await syncAgain()).run).toMatchObject({ state: IMPORT_STATE_HELD, removed: 45 });
    for (let id = 16; id <= 31; id += 1) shop.deleteProduct(id);
    expect((await syncAgain()).run.state).toBe(IMPORT_STATE_HELD);
    expect(await available()).toBe(90);
  });
});

describe('a sync continues when', () => {
  it('Shopify throttles, with 200 or with 429, or is broken for a while', async () => {
    app.shopify.faults.throttledCalls = 2;
    await app.install(companyId, shop);
    await app.synced(companyId);
    Object.assign(app.shopify.faults, { throttledCalls: 1, throttledStatus: 429, brokenCalls: 2 });
    expect((await syncAgain()).run.state).toBe(IMPORT_STATE_SUCCEEDED);
  });

  it('the token expires during the sync, or the response to its renewal is lost', async () => {
    app.shopify.faults.bulkPolls = 5;
    await app.install(companyId, shop);
    await expect.poll(() => shop.operations.size).toBe(1);
    app.shopify.faults.lostRefreshes = 1;
    app.shopify.authorizations.expire(shop.domain);
    expect((await app.synced(companyId)).run).toMatchObject({ state: IMPORT_STATE_SUCCEEDED, created: 90 });
    // One operation: what was begun was finished.
    expect(shop.operations.size).toBe(1);
  });

  it('the process is killed during the sync: another one continues the same operation', async () => {
    app.shopify.faults.bulkPolls = 1_000_000;
    await app.install(companyId, shop);
    await expect.poll(() => shop.operations.size).toBe(1);
    const { owner: db } = app.catalog;
    // As a process leaves the waiting job that dies while it checks the operation.
    const leaveAsKilled = () =>
      db('jobs')
        .where({ key: companyId })
        .whereNull('lease_until')
        .update({
          lease_until: new Date(Date.now() - 1),
          lease_token: '00000000-0000-4000-8000-000000000000',
        });
    await expect.poll(leaveAsKilled).toBe(1);
    shop.finishOperation([...shop.operations.keys()][0]!);
    expect((await app.synced(companyId)).run).toMatchObject({ state: IMPORT_STATE_SUCCEEDED, created: 90 });
    expect(shop.operations.size).toBe(1);
  });
});

describe('a company that connects another shop while its shop is read', () => {
  it('stays connected to the other one and gets its catalog', async () => {
    // The first shop is never read to its end.
    Object.assign(app.shopify.faults, { throttledCalls: 1, bulkPolls: 1_000_000 });
    await app.install(companyId, shop);
    await expect.poll(() => app.shopify.faults.throttledCalls).toBe(0);
    await app.catalog.shopify.disconnectShop({ companyId });
    app.shopify.faults.bulkPolls = 1;
    const other = app.shopify.shop(`other-${number}.myshopify.com`);
    other.putProduct(sampleProduct(1, 2));
    await app.install(companyId, other);
    const { shop: stored, run } = await app.synced(companyId);
    expect(stored).toMatchObject({ domain: other.domain, state: ShopState.SHOP_STATE_CONNECTED, failures: 0 });
    expect(run).toMatchObject({ state: IMPORT_STATE_SUCCEEDED, created: 2 });
  });

  it('reads the other one by an operation of its own, also if the answer about the first operation comes after it is connected', async () => {
    const { faults } = app.shopify;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    faults.beforeAnswer = (call) => (call === 'bulkOperationRunQuery' ? answered : Promise.resolve());
    await app.install(companyId, shop);
    await expect.poll(() => shop.operations.size).toBe(1);
    await app.catalog.shopify.disconnectShop({ companyId });
    const other = app.shopify.shop(`other-${number}.myshopify.com`);
    other.putProduct(sampleProduct(1, 2));
    await app.install(companyId, other);
    answer();
    faults.beforeAnswer = async () => {};
    const { shop: stored, run } = await app.synced(companyId);
    expect(stored).toMatchObject({ domain: other.domain, failures: 0 });
    expect(run).toMatchObject({ state: IMPORT_STATE_SUCCEEDED, created: 2 });
    expect(await app.catalog.owner('import_runs').where({ company_id: companyId })).toHaveLength(1);
  });
});

describe('a token that cannot be renewed', () => {
  it('disconnects with a reason; a new installation starts from the beginning', async () => {
    await app.install(companyId, shop);
    await app.synced(companyId);
    app.shopify.faults.refusesRefresh = true;
    app.shopify.authorizations.expire(shop.domain);
    await app.catalog.shopify.syncShop({ companyId });
    await expect
      .poll(async () => (await app.catalog.shopify.getShop({ companyId })).shop?.state)
      .toBe(ShopState.SHOP_STATE_NEEDS_REINSTALL);
    expect((await app.catalog.shopify.getShop({ companyId })).shop).toMatchObject({
      syncing: false,
      problem: 'Shopify refused to give a token (status 400); the app must be installed again.',
    });
    await expect(app.catalog.shopify.syncShop({ companyId })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await app.catalog.owner('shopify_shops').where({ company_id: companyId }).first()).toMatchObject({
      sealed_tokens: null,
    });
    expect(await available()).toBe(90);
    app.shopify.faults.refusesRefresh = false;
    await app.install(companyId, shop);
    expect((await app.synced(companyId)).shop.state).toBe(ShopState.SHOP_STATE_CONNECTED);
  });
});

describe('nextNight', () => {
  it('is between 1:00 and 5:00 UTC of the next day', () => {
    const now = new Date('2026-12-31T23:30:00Z');
    expect(nextNight(now, 0)).toEqual(new Date('2027-01-01T01:00:00Z'));
    expect(nextNight(now, 0.9999).getTime()).toBeLessThan(Date.parse('2027-01-01T05:00:00Z'));
  });
});

// docs/adr/0170-a-system-without-requests-rests.md
it('when the next shop is due is known: now while one is synced, and no time without shops', async () => {
  await app.install(companyId, shop);
  await app.synced(companyId);
  const { owner, database } = app.catalog;
  const now = new Date();
  const setShops = (changes: object) => owner('shopify_shops').update(changes);
  await setShops({ sync_wanted: false, next_sync_at: null });
  expect(await findNextSync(database.knex, now)).toBeUndefined();
  await setShops({ next_sync_at: new Date('2030-01-01') });
  expect(await findNextSync(database.knex, now)).toEqual(new Date('2030-01-01'));
  await owner('shopify_shops').where({ company_id: companyId }).update({ sync_wanted: true });
  expect(await findNextSync(database.knex, now)).toEqual(now);
  await setShops({ sync_wanted: false });
});
