import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { countWaiting, scaleTimeout } from '@svc/kit/testing';
import { ImportState, ShopState } from '@svc/proto';
import { type StandInShop, sampleProduct, webhookHeaders } from '@svc/shopify-stand-in';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PREVIOUS_SECRET, SHOPIFY_APP, startShopifyApp, type TestShopifyApp } from '../testing/start-shopify-app.js';

let app: TestShopifyApp;
beforeAll(async () => {
  app = await startShopifyApp();
});
afterAll(() => app?.stop());
afterEach(() => {
  app.shopify.faults.wrongSignature = false;
  app.shopify.faults.signingSecret = null;
});

let companyId: string;
let shop: StandInShop;
let number = 0;
/** A company whose shop of 10 products was read. */
beforeEach(async () => {
  number += 1;
  companyId = `company-${number}`;
  shop = app.shopify.shop(`glow-${number}.myshopify.com`);
  for (let id = 1; id <= 10; id += 1) shop.putProduct(sampleProduct(id));
  await app.install(companyId, shop);
  await app.synced(companyId);
  await deliverAll();
});

/** Every change was sent as a webhook and processed. */
async function deliverAll(options: Parameters<TestShopifyApp['shopify']['deliver']>[1] = {}) {
  const deliveries = await app.shopify.deliver(shop, options);
  await app.idle();
  return deliveries;
}
const offered = () => app.offered(companyId);
const version = async () => (await app.catalog.snapshot(companyId)).version;
const getShop = async () => (await app.catalog.shopify.getShop({ companyId })).shop!;

/** Numbers in [0, 1) that are the same in every run. */
function seeded(seed: number): () => number {
  let count = 0;
  return () => createHash('sha256').update(`${seed}/${count++}`).digest().readUInt32BE() / 2 ** 32;
}

/** The catalog that a full sync without webhooks reads. */
async function reference(): Promise<Record<string, unknown>> {
  await app.catalog.shopify.syncShop({ companyId });
  await app.synced(companyId);
  return offered();
}

describe('products', () => {
  it('a changed product, a new product, a new variant and a removed variant are in force after their webhook, in one version each', async () => {
    const before = await version();
    shop.putProduct(sampleProduct(1, 2, { title: 'Serum' }));
    await deliverAll();
    expect(await version()).toBe(before + 1);
    expect((await app.catalog.products(companyId, 'Serum'))[0]).toMatchObject({
      name: 'Serum',
      variants: [{ name: 'Serum - Shade 0' }, { name: 'Serum - Shade 1' }],
    });
    shop.putProduct(sampleProduct(11));
    shop.putProduct(sampleProduct(2, 3));
    shop.putProduct(sampleProduct(3, 1));
    await deliverAll();
    expect(Object.keys(await offered())).toHaveLength(22);
    expect(await offered()).toMatchObject({ 110: {}, 111: {}, 22: {} });
    expect(await offered()).not.toHaveProperty('31');
    expect(await offered()).toEqual(await reference());
    expect(app.catalog.published).toContain(companyId);
  });

  it('a snapshot stays whole: positions have no gaps, none is shared, and every variant finds its product (docs/matching.md M6.2)', async () => {
    shop.putProduct(sampleProduct(20, 3));
    shop.putProduct(sampleProduct(1, 4));
    shop.deleteProduct(5);
    await deliverAll();
    const { products, variants } = await app.catalog.snapshot(companyId);
    for (const { id, product } of variants) {
      expect(products[product]?.id).toBe(id.slice(0, -1));
    }
    const rows = await app.catalog.owner('products').where({ company_id: companyId, in_feed: true });
    expect(rows.map(({ position }) => position).sort((a, b) => a - b)).toEqual(rows.map((_, place) => place));
  });

  it('a deleted, archived or sold-out product is unavailable; old results still show it', async () => {
    shop.deleteProduct(1);
    shop.putProduct(sampleProduct(2, 2, { status: 'ARCHIVED' }));
    const soldOut = sampleProduct(3);
    soldOut.variants[0]!.inventoryQuantity = 0;
    soldOut.variants[1]!.inventoryQuantity = 0;
    soldOut.variants[1]!.inventoryPolicy = 'CONTINUE';
    shop.putProduct(soldOut);
    await deliverAll();
    const ids = Object.keys(await offered());
    expect(ids).toHaveLength(15);
    for (const id of ['10', '11', '20', '21', '30']) expect(ids).not.toContain(id);
    expect(ids).toContain('31');
    expect(await app.catalog.owner('variants').where({ company_id: companyId })).toHaveLength(20);
  });

  it('all variants of a product with more than 100 are read', async () => {
    const many = sampleProduct(1, 150);
    for (const [place, variant] of many.variants.entries()) variant.id = 100_000 + place;
    shop.putProduct(many);
    await deliverAll();
    expect(Object.keys(await offered())).toHaveLength(18 + 150);
  });

  it('after 1,000 webhooks in any order, each sent one to three times, the catalog equals the shop (docs/reliability.md R5.7)', async () => {
    const random = seeded(5);
    const pick = (count: number) => Math.floor(random() * count);
    for (let happened = 0; happened < 1_000; happened += 1) {
      const id = 1 + pick(60);
      if (shop.products.has(id) && pick(8) === 0) shop.deleteProduct(id);
      else
        shop.putProduct(sampleProduct(id, 1 + pick(4), { title: `Product ${happened}`, tags: [`finish:f${pick(9)}`] }));
    }
    expect(shop.events).toHaveLength(1_000);
    const deliveries = await deliverAll({ copies: () => 1 + pick(3), random, concurrency: 8 });
    expect(deliveries.length).toBeGreaterThan(1_500);
    expect(deliveries.every(({ status }) => status === 200)).toBe(true);
    expect(Math.max(...deliveries.map(({ tookMs }) => tookMs))).toBeLessThan(scaleTimeout(1_000));
    const end = await offered();
    const expected = [...shop.products.values()].flatMap(({ variants }) => variants.map(({ id }) => String(id)));
    expect(Object.keys(end).sort()).toEqual(expected.sort());
    expect(end).toEqual(await reference());
  });

  it('a product whose webhook came during a full sync is read again afterwards', async () => {
    app.shopify.faults.bulkPolls = 3;
    await app.catalog.shopify.syncShop({ companyId });
    await expect.poll(() => shop.operations.size).toBe(2);
    // The operation has written its lines already.
    shop.putProduct(sampleProduct(1, 2, { title: 'Newer' }));
    await app.shopify.deliver(shop);
    await app.synced(companyId);
    app.shopify.faults.bulkPolls = 1;
    await app.idle();
    expect((await offered())['10']).toMatchObject({ product: 'Newer' });
  });

  it('a response that is older than the webhook is requested again', async () => {
    shop.putProduct(sampleProduct(1, 2, { title: 'New' }));
    app.shopify.faults.laggingReads = 2;
    app.shopify.calls.length = 0;
    await deliverAll();
    expect(app.shopify.calls).toEqual(['product', 'product', 'product']);
    expect((await offered())['10']).toMatchObject({ product: 'New' });
  });

  it('a new product that a response does not contain yet is not treated as deleted', async () => {
    shop.putProduct(sampleProduct(50));
    app.shopify.faults.laggingReads = 2;
    await deliverAll();
    expect(await offered()).toHaveProperty('500');
  });

  it('webhooks are acknowledged within 1 s however slow Shopify is, and processed when it recovers', async () => {
    Object.assign(app.shopify.faults, { beforeAnswer: () => sleep(1_500), brokenCalls: 2 });
    for (let id = 1; id <= 5; id += 1) shop.putProduct(sampleProduct(id, 1));
    const deliveries = await app.shopify.deliver(shop);
    expect(deliveries.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(Math.max(...deliveries.map(({ tookMs }) => tookMs))).toBeLessThan(scaleTimeout(1_000));
    app.shopify.faults.beforeAnswer = async () => {};
    await app.idle();
    expect(Object.keys(await offered())).toHaveLength(15);
  });

  it('a webhook with an older state than the catalog in force causes no read', async () => {
    shop.putProduct(sampleProduct(1, 2, { title: 'Old' }));
    const [old] = shop.events.splice(0);
    shop.putProduct(sampleProduct(1, 2, { title: 'New' }));
    await deliverAll();
    app.shopify.calls.length = 0;
    shop.events.push(old!);
    await deliverAll();
    expect(app.shopify.calls).toEqual([]);
    expect((await offered())['10']).toMatchObject({ product: 'New' });
  });

  it('the same event counts once, whichever copy comes first; events are kept for 8 days', async () => {
    shop.putProduct(sampleProduct(1, 3));
    app.shopify.calls.length = 0;
    await deliverAll({ copies: () => 5, concurrency: 5 });
    expect(app.shopify.calls).toEqual(['product']);
    const events = () => app.catalog.owner('shopify_events').where({ shop: shop.domain, topic: 'products/update' });
    expect(await events()).toHaveLength(1);
  });
});

describe('a held sync', () => {
  it('that is applied is followed by a sync immediately, since products may have changed after it was read', async () => {
    for (let id = 11; id <= 30; id += 1) shop.putProduct(sampleProduct(id));
    await reference();
    for (let id = 11; id <= 30; id += 1) shop.deleteProduct(id);
    await app.catalog.shopify.syncShop({ companyId });
    const { run } = await app.synced(companyId);
    expect(run.state).toBe(ImportState.IMPORT_STATE_HELD);
    shop.events.splice(0);
    shop.putProduct(sampleProduct(1, 2, { title: 'Newer' }));
    await deliverAll();
    expect((await offered())['10']).toMatchObject({ product: 'Newer' });
    // The schedule may begin that sync at any moment; it does not end.
    app.shopify.faults.bulkPolls = 1_000_000;
    await app.catalog.admin.applyImport({ companyId, importId: run.id });
    expect((await offered())['10']).not.toMatchObject({ product: 'Newer' });
    const { syncing, nextSyncTime = new Date(Number.NaN) } = await getShop();
    expect(syncing || nextSyncTime.getTime() <= Date.now()).toBe(true);
    app.shopify.faults.bulkPolls = 1;
    for (const id of shop.operations.keys()) shop.finishOperation(id);
  });
});

describe('signatures', () => {
  const body = Buffer.from(JSON.stringify({ id: 1 }));
  const send = (signature: string) =>
    app.catalog.shopify.receiveWebhook({
      topic: 'products/delete',
      shop: shop.domain,
      eventId: `event-${signature}`,
      webhookId: 'w',
      triggeredAt: new Date().toISOString(),
      signature,
      body,
    });

  it('forged, empty and short signatures are 401 and have no effect', async () => {
    const right = createHmac('sha256', SHOPIFY_APP.apiSecret).update(body).digest('base64');
    const forged = createHmac('sha256', 'guessed').update(body).digest('base64');
    for (const signature of ['', 'x', right.slice(0, 10), forged, right.toLowerCase(), `${right} `]) {
      await expect(send(signature), signature).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    expect(await app.catalog.owner('shopify_events').where({ shop: shop.domain, topic: 'products/delete' })).toEqual(
      [],
    );
    await send(right);
    await app.idle();
    // Read again, since the product is there: the payload is no authority.
    expect(await offered()).toHaveProperty('10');
  });

  it('webhooks signed with the previous secret are accepted while it is configured', async () => {
    app.shopify.faults.signingSecret = PREVIOUS_SECRET;
    shop.deleteProduct(1);
    expect((await deliverAll()).map((delivery) => delivery.status)).toEqual([200]);
    expect(await offered()).not.toHaveProperty('10');
    app.shopify.faults.signingSecret = `${PREVIOUS_SECRET}-er`;
    shop.deleteProduct(2);
    expect((await deliverAll({ attempts: 1 })).map((delivery) => delivery.status)).toEqual([401]);
  });

  it('a delivery with another secret is refused over HTTP too', async () => {
    app.shopify.faults.wrongSignature = true;
    shop.putProduct(sampleProduct(1, 3));
    expect((await deliverAll()).map(({ status }) => status)).toEqual([401]);
  });
});

describe('the shop itself', () => {
  it('app/uninstalled deletes the token and keeps the catalog; a late one does not end a newer installation', async () => {
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

  it('app/uninstalled that is received while a newer installation ends does not end that one', async () => {
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

  it('a sync that is asked for while the app is being removed is refused and leaves nothing to wait for', async () => {
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

  it('shop/redact deletes the data of the shop, unless the shop was installed again', async () => {
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

  it('shop/redact keeps a catalog that was uploaded afterwards', async () => {
    app.shopify.uninstall(shop);
    await deliverAll();
    await app.catalog.importCsv(companyId, buildCsv(20));
    shop.complianceUri = 'http://127.0.0.1:1/';
    shop.compliance('shop/redact', {});
    const [event] = shop.events.splice(0);
    const headers = webhookHeaders(event!, SHOPIFY_APP.apiSecret);
    await app.catalog.shopify.receiveWebhook({
      topic: event!.topic,
      shop: shop.domain,
      eventId: event!.eventId,
      webhookId: event!.webhookId,
      triggeredAt: event!.triggeredAt,
      signature: headers['x-shopify-hmac-sha256']!,
      body: event!.body,
    });
    await app.idle();
    expect(Object.keys(await offered())).toHaveLength(20);
    expect(await app.catalog.owner('shopify_shops').where({ company_id: companyId })).toEqual([]);
  });

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

  it('shop/redact keeps a catalog that a company file brought afterwards', async () => {
    app.shopify.uninstall(shop);
    await deliverAll();
    const variants = [{ shopSystemId: 'own', name: 'Own', available: true, tags: [] }];
    const products = [{ shopSystemId: 'P', name: 'Own', tags: [], variants }];
    await app.catalog.apply(companyId, 1, { catalog: { products } });
    await redact();
    expect(Object.keys(await offered())).toEqual(['own']);
    expect(await app.catalog.owner('variants').where({ company_id: companyId })).toHaveLength(1);
  });

  it('shop/redact deletes the products of a shop also when its runs are so old that they are gone', async () => {
    app.shopify.uninstall(shop);
    await deliverAll();
    const { owner: db } = app.catalog;
    await db('import_runs').where({ company_id: companyId }).delete();
    await redact();
    for (const table of ['shopify_shops', 'products', 'variants']) {
      expect(await db(table).where({ company_id: companyId }), table).toEqual([]);
    }
  });

  it('shop/redact deletes the data of a shop that was disconnected before', async () => {
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

  it('shop/redact keeps the catalog of another shop that the company has connected since', async () => {
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

  it('shop/redact keeps a shop that was disconnected and connected again, also by another company', async () => {
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

  it('requests about customers are acknowledged: no customer data is stored', async () => {
    shop.complianceUri = [...shop.subscriptions.values()][0]!.uri;
    const customer = { customer: { id: 1, email: 'ada@example.org', phone: '+49' } };
    shop.compliance('customers/data_request', { ...customer, orders_requested: [1] });
    shop.compliance('customers/redact', { ...customer, orders_to_redact: [1] });
    expect((await deliverAll()).map(({ status }) => status)).toEqual([200, 200]);
    const events = await app.catalog.owner('shopify_events').where({ shop: shop.domain });
    expect(JSON.stringify(events)).not.toContain('ada@example.org');
  });

  it('an unknown shop, an unknown topic and a body that is not JSON are acknowledged and ignored', async () => {
    const body = Buffer.from('no JSON');
    const signature = createHmac('sha256', SHOPIFY_APP.apiSecret).update(body).digest('base64');
    const webhook = { eventId: '', webhookId: '', triggeredAt: '', signature, body };
    for (const topic of ['products/update', 'orders/create', '__proto__', '']) {
      for (const domain of [shop.domain, 'nobody.myshopify.com', 'no shop']) {
        await app.catalog.shopify.receiveWebhook({ ...webhook, topic, shop: domain });
      }
    }
    await app.catalog.shopify.disconnectShop({ companyId });
    shop.putProduct(sampleProduct(1, 3));
    expect((await deliverAll()).map(({ status }) => status)).toEqual([200]);
    expect(Object.keys(await offered())).toHaveLength(20);
  });
});

/** A native file with the ids of the shop's first variants. */
const buildCsv = (count: number): string =>
  `id;name;url\n${Array.from({ length: count }, (_, at) => `${Math.floor(at / 2) + 1}${at % 2};Shade;https://glow.example/${at}\n`).join('')}`;
