import { createHmac } from 'node:crypto';
import { countWaiting } from '@svc/kit/testing';
import { ImportState, ShopState } from '@svc/proto';
import { type StandInShop, sampleProduct } from '@svc/shopify-stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SHOPIFY_APP, startShopifyApp, type TestShopifyApp } from '../testing/start-shopify-app.js';

let app: TestShopifyApp;
beforeAll(async () => {
  app = await startShopifyApp();
});
afterAll(() => app?.stop());

let companyId: string;
let shop: StandInShop;
let number = 0;
/** A company whose shop of 10 products was read. */
beforeEach(async () => {
  number += 1;
  companyId = `company-${number}`;
  shop = await app.readShop(companyId, `glow-${number}`);
});

const deliverAll = () => app.deliverAll(shop);
const offered = () => app.offered(companyId);
const version = async () => (await app.catalog.snapshot(companyId)).version;
const getShop = async () => (await app.catalog.shopify.getShop({ companyId })).shop!;

/** As Shopify sends it when nothing receives webhooks of the shop any more. */
async function redact(id = ''): Promise<void> {
  const body = Buffer.from('{}');
  await app.catalog.shopify.receiveWebhook({
    topic: 'shop/redact',
    shop: shop.domain,
    eventId: `redact-${shop.domain}${id}`,
    webhookId: '',
    triggeredAt: new Date().toISOString(),
    signature: createHmac('sha256', SHOPIFY_APP.apiSecret).update(body).digest('base64'),
    body,
  });
  await app.idle();
}

/** A native file with the ids of the shop's first variants. */
const buildCsv = (count: number): string =>
  `id;name;url\n${Array.from({ length: count }, (_, at) => `${Math.floor(at / 2) + 1}${at % 2};Shade;https://glow.example/${at}\n`).join('')}`;

describe('app/uninstalled', () => {
  it('deletes the token and keeps the catalog; a late one does not end a newer installation', async () => {
    app.shopify.uninstall(shop);
    const [event] = shop.events;
    await deliverAll();
    expect(await getShop()).toMatchObject({ state: ShopState.SHOP_STATE_UNINSTALLED, syncing: false });
    const row = await app.catalog.owner('shopify_shops').where({ company_id: companyId }).first();
    expect(row).toMatchObject({ sealed_tokens: null, next_sync_at: null });
    expect(Object.keys(await offered())).toHaveLength(20);
    await app.install(companyId, shop);
    await app.synced(companyId);
    shop.events.push({ ...event!, eventId: 'another' });
    await deliverAll();
    expect((await getShop()).state).toBe(ShopState.SHOP_STATE_CONNECTED);
  });

  it('that is received while a newer installation ends does not end that one', async () => {
    app.shopify.uninstall(shop);
    const installing = await app.catalog.owner.transaction();
    await installing('shopify_shops')
      .where({ company_id: companyId })
      .update({ connected_at: new Date(Date.now() + 60_000) });
    const delivered = deliverAll();
    await expect.poll(() => countWaiting(app.catalog.owner)).toBe(1);
    await installing.commit();
    await delivered;
    expect((await getShop()).state).toBe(ShopState.SHOP_STATE_CONNECTED);
  });

  it('refuses a sync that is asked for meanwhile, and leaves nothing to wait for', async () => {
    const { owner } = app.catalog;
    const removing = await owner.transaction();
    await removing('shopify_shops')
      .where({ company_id: companyId })
      .update({ state: 'UNINSTALLED', sync_wanted: false });
    const refused = expect(app.catalog.shopify.syncShop({ companyId })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect.poll(() => countWaiting(owner)).toBe(1);
    await removing.commit();
    await refused;
    expect((await getShop()).syncing).toBe(false);
  });
});

describe('shop/redact', () => {
  it('deletes the data of the shop, unless the shop was installed again', async () => {
    shop.complianceUri = [...shop.subscriptions.values()][0]!.uri;
    shop.compliance('shop/redact', {});
    await deliverAll();
    expect(Object.keys(await offered())).toHaveLength(20);
    app.shopify.uninstall(shop);
    await deliverAll();
    const before = await version();
    shop.compliance('shop/redact', {});
    await deliverAll();
    const { owner: db } = app.catalog;
    for (const table of ['shopify_shops', 'shopify_products', 'products', 'variants', 'import_runs']) {
      expect(await db(table).where({ company_id: companyId }), table).toEqual([]);
    }
    expect(await db('shopify_events').where({ shop: shop.domain })).toEqual([]);
    expect(await version()).toBe(before + 1);
  });

  it('keeps a catalog that was uploaded afterwards', async () => {
    app.shopify.uninstall(shop);
    await deliverAll();
    await app.catalog.importCsv(companyId, buildCsv(20));
    await redact();
    expect(Object.keys(await offered())).toHaveLength(20);
    expect(await app.catalog.owner('shopify_shops').where({ company_id: companyId })).toEqual([]);
  });

  it('keeps a catalog that a company file brought afterwards', async () => {
    app.shopify.uninstall(shop);
    await deliverAll();
    const variants = [{ shopSystemId: 'own', name: 'Own', available: true, tags: [] }];
    const products = [{ shopSystemId: 'P', name: 'Own', tags: [], variants }];
    await app.catalog.apply(companyId, 1, { catalog: { products } });
    await redact();
    expect(Object.keys(await offered())).toEqual(['own']);
    expect(await app.catalog.owner('variants').where({ company_id: companyId })).toHaveLength(1);
  });

  it('deletes the products of a shop also when its runs are so old that they are gone', async () => {
    app.shopify.uninstall(shop);
    await deliverAll();
    const { owner: db } = app.catalog;
    await db('import_runs').where({ company_id: companyId }).delete();
    await redact();
    for (const table of ['shopify_shops', 'products', 'variants']) {
      expect(await db(table).where({ company_id: companyId }), table).toEqual([]);
    }
  });

  it('deletes the data of a shop that was disconnected before', async () => {
    await app.catalog.shopify.disconnectShop({ companyId });
    expect(Object.keys(await offered())).toHaveLength(20);
    const before = await version();
    await redact();
    const { owner: db } = app.catalog;
    for (const table of ['shopify_former_shops', 'products', 'variants', 'import_runs']) {
      expect(await db(table).where({ company_id: companyId }), table).toEqual([]);
    }
    expect(await db('shopify_events').where({ shop: shop.domain })).toEqual([]);
    expect(await version()).toBe(before + 1);
  });

  it('keeps the catalog of another shop that the company has connected since', async () => {
    await app.catalog.shopify.disconnectShop({ companyId });
    const other = app.shopify.shop(`other-${number}.myshopify.com`);
    for (let id = 11; id <= 20; id += 1) other.putProduct(sampleProduct(id));
    await app.install(companyId, other);
    const { run } = await app.synced(companyId);
    if (run.state === ImportState.IMPORT_STATE_HELD)
      await app.catalog.admin.applyImport({ companyId, importId: run.id });
    await redact();
    expect(Object.keys(await offered())).toHaveLength(20);
    const { owner: db } = app.catalog;
    expect(await db('products').where({ company_id: companyId, in_feed: false })).toEqual([]);
    expect(await db('import_runs').where({ company_id: companyId }).pluck('id')).toEqual([run.id]);
    expect(await getShop()).toMatchObject({ domain: other.domain, state: ShopState.SHOP_STATE_CONNECTED });
  });

  it('keeps a shop that was disconnected and connected again, also by another company', async () => {
    await app.catalog.shopify.disconnectShop({ companyId });
    await app.install(companyId, shop);
    await app.synced(companyId);
    await redact('1');
    expect(Object.keys(await offered())).toHaveLength(20);
    await app.catalog.shopify.disconnectShop({ companyId });
    await app.install(`next-${companyId}`, shop);
    await app.synced(`next-${companyId}`);
    await redact('2');
    expect(Object.keys(await offered())).toHaveLength(20);
    app.shopify.uninstall(shop);
    await deliverAll();
    await redact('3');
    for (const id of [companyId, `next-${companyId}`]) expect(await app.offered(id)).toEqual({});
  });
});
