import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleProduct } from './sample-product.js';
import type { StandInShop } from './stand-in-shop.js';
import { type ShopifyStandIn, startShopify } from './start-shopify.js';

const SHOP = 'glow.myshopify.com';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

let shopify: ShopifyStandIn;
let shop: StandInShop;
let status = 200;
let received: { headers: IncomingHttpHeaders; body: Buffer }[];
let uri: string;
beforeEach(async () => {
  status = 200;
  received = [];
  const app = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  uri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/webhooks`;
  shopify = await startShopify({ apiKey: 'key', apiSecret: 'secret' });
  shop = shopify.shop(SHOP);
  closing.push(
    () => shopify.stop(),
    () => app.close(),
  );
});

/** Subscribes as the app would. */
function subscribe(topic: string, address = uri): { userErrors: unknown[] } {
  const create = shop.root().webhookSubscriptionCreate as (input: object) => { userErrors: unknown[] };
  return create({ topic, webhookSubscription: { uri: address } });
}

describe('webhooks', () => {
  it('are sent to subscribers only, with their headers and a signature over the raw body', async () => {
    subscribe('PRODUCTS_UPDATE');
    shop.putProduct(sampleProduct(1));
    shop.putProduct(sampleProduct(1, 2, { title: 'Größe “M”' }));
    expect((await shopify.deliver(shop)).map(({ status }) => status)).toEqual([200]);
    const [{ headers, body }] = received as [(typeof received)[0]];
    expect(headers).toMatchObject({
      'x-shopify-topic': 'products/update',
      'x-shopify-shop-domain': SHOP,
      'x-shopify-hmac-sha256': createHmac('sha256', 'secret').update(body).digest('base64'),
      'x-shopify-event-id': expect.any(String),
      'x-shopify-webhook-id': expect.any(String),
    });
    expect(Date.parse(headers['x-shopify-triggered-at'] as string)).not.toBeNaN();
    expect(JSON.parse(body.toString())).toMatchObject({ id: 1, title: 'Größe “M”', status: 'active' });
  });

  it('a deletion contains the id only; an uninstalled app has no subscriptions left', async () => {
    for (const topic of ['PRODUCTS_DELETE', 'APP_UNINSTALLED']) subscribe(topic);
    shop.putProduct(sampleProduct(1));
    shop.deleteProduct(1);
    shopify.uninstall(shop);
    await shopify.deliver(shop, { concurrency: 1 });
    expect(received.map(({ headers }) => headers['x-shopify-topic'])).toEqual(['products/delete', 'app/uninstalled']);
    expect(JSON.parse((received[0]?.body ?? '').toString())).toEqual({ id: 1 });
    expect(shop.subscriptions.size).toBe(0);
  });

  it('copies and retries keep body, event id and webhook id, although the product changed further', async () => {
    subscribe('PRODUCTS_CREATE');
    shop.putProduct(sampleProduct(1));
    status = 503;
    const [delivery] = await shopify.deliver(shop, { attempts: 3 });
    shop.events.push(delivery!.event);
    shop.putProduct(sampleProduct(1, 2, { title: 'Later' }));
    status = 200;
    await shopify.deliver(shop, { copies: () => 2, random: () => 0.3 });
    expect(delivery?.status).toBe(503);
    expect(received).toHaveLength(5);
    expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1);
  });

  it('the same topic and address is subscribed once, and an address is a URL', () => {
    expect(subscribe('PRODUCTS_CREATE').userErrors).toEqual([]);
    expect(subscribe('PRODUCTS_CREATE').userErrors).toHaveLength(1);
    expect(subscribe('PRODUCTS_CREATE', 'no address').userErrors).toHaveLength(1);
  });

  it('compliance topics go to the address in the configuration of the app', async () => {
    shop.complianceUri = uri;
    shop.compliance('shop/redact', {});
    await shopify.deliver(shop);
    expect(JSON.parse((received[0]?.body ?? '').toString())).toEqual({ shop_id: 1, shop_domain: SHOP });
  });

  it('faults: a wrong signature; no answer counts as status 0', async () => {
    subscribe('PRODUCTS_CREATE');
    shopify.faults.wrongSignature = true;
    shop.putProduct(sampleProduct(1));
    await shopify.deliver(shop);
    const [{ headers, body }] = received as [(typeof received)[0]];
    expect(headers['x-shopify-hmac-sha256']).not.toBe(createHmac('sha256', 'secret').update(body).digest('base64'));
    subscribe('PRODUCTS_DELETE', 'http://127.0.0.1:1/');
    shop.deleteProduct(1);
    expect((await shopify.deliver(shop))[0]?.status).toBe(0);
  });
});
