import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { scaleTimeout } from '@svc/kit/testing';
import { ImportState } from '@svc/proto';
import { type DeliveryOptions, type StandInShop, sampleProduct } from '@svc/shopify-stand-in';
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
  shop = await app.readShop(companyId, `glow-${number}`);
});

const deliverAll = (options?: DeliveryOptions) => app.deliverAll(shop, options);
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

describe('what concerns no product', () => {
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
