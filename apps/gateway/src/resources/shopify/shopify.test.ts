import { ServiceError } from '@svc/kit';
import { type ShopifyShop, ShopState } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../testing/start-gateway.js';

const COMPANY = '/api/admin/v1/companies/glow/shopify';
const AUTHORIZED = { authorization: `Bearer ${PLATFORM_TOKEN}` };

const shop: ShopifyShop = {
  domain: 'glow.myshopify.com',
  state: ShopState.SHOP_STATE_CONNECTED,
  scopes: ['read_products'],
  connectTime: new Date('2026-11-21T10:00:00Z'),
  syncing: true,
  failures: 0,
};

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: { getCompany: async () => ({ companyId: 'c1', name: 'Glow', language: 'en', currency: 'EUR' }) },
      shopify: {
        beginInstall: async () => ({ url: 'https://glow.myshopify.com/admin/oauth/authorize?state=s' }),
        completeInstall: async () => ({ shop: '<b>glow</b>.myshopify.com' }),
        getShop: async () => ({ shop }),
        syncShop: async () => ({}),
        disconnectShop: async () => ({}),
        receiveWebhook: async () => ({}),
      },
    },
  });
});
afterEach(() => gateway.stop());

const fails = (method: 'completeInstall' | 'receiveWebhook' | 'getShop', error: ServiceError) => {
  gateway.services.handlers.shopify[method] = async () => {
    throw error;
  };
};

describe('…/shopify (docs/shopify.md "How the catalog stays current")', () => {
  it('needs the platform token', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/install'],
      ['POST', '/sync'],
    ]) {
      expect((await gateway.ask(`${COMPANY}${path}`, { method: method as string })).status).toBe(401);
    }
    expect(gateway.services.calls).toEqual({});
  });

  it('install gives the address at which the merchant consents', async () => {
    const body = JSON.stringify({ shop: 'glow.myshopify.com' });
    const headers = { ...AUTHORIZED, 'content-type': 'application/json' };
    const answer = await gateway.ask(`${COMPANY}/install`, { method: 'POST', headers, body });
    expect(answer).toMatchObject({ status: 200, json: { url: expect.stringContaining('/admin/oauth/authorize') } });
    expect(gateway.services.calls.beginInstall).toEqual([{ companyId: 'c1', shop: 'glow.myshopify.com' }]);
  });

  it.each(['{}', '{"shop":""}', '{"shop":7}', '{"shop":"a","token":"x"}'])(
    'install %s is INVALID_REQUEST and says what to change',
    async (body) => {
      const headers = { ...AUTHORIZED, 'content-type': 'application/json' };
      const answer = await gateway.ask(`${COMPANY}/install`, { method: 'POST', headers, body });
      expect(answer).toMatchObject({ status: 400, json: { error: 'INVALID_REQUEST' } });
      expect((answer.json.details as unknown[]).length).toBeGreaterThan(0);
    },
  );

  it('shows the shop; sync is 202 with it; disconnecting is 204', async () => {
    const shown = {
      shop: 'glow.myshopify.com',
      state: 'CONNECTED',
      scopes: ['read_products'],
      connectedAt: '2026-11-21T10:00:00.000Z',
      syncing: true,
      lastSyncAt: null,
      lastImportId: null,
      nextSyncAt: null,
      failures: 0,
    };
    expect(await gateway.ask(COMPANY, { headers: AUTHORIZED })).toMatchObject({ status: 200, json: shown });
    const sync = await gateway.ask(`${COMPANY}/sync`, { method: 'POST', headers: AUTHORIZED });
    expect(sync).toMatchObject({ status: 202, json: shown });
    expect((await gateway.ask(COMPANY, { method: 'DELETE', headers: AUTHORIZED })).status).toBe(204);
  });

  it('where no app is set up, every route is 404', async () => {
    const error = new ServiceError('NOT_FOUND', 'No Shopify app is set up here.');
    for (const method of ['getShop', 'completeInstall', 'receiveWebhook'] as const) fails(method, error);
    expect((await gateway.ask(COMPANY, { headers: AUTHORIZED })).status).toBe(404);
    expect((await gateway.ask('/shopify/callback')).status).toBe(404);
    expect((await gateway.ask('/shopify/webhooks', { method: 'POST', body: '{}' })).status).toBe(404);
  });
});

describe('GET /shopify/callback', () => {
  it('hands the query on as it came, and answers with a page that runs nothing and is not kept', async () => {
    const query = 'code=a%20b&shop=glow.myshopify.com&hmac=00';
    const answer = await gateway.ask(`/shopify/callback?${query}`);
    expect(gateway.services.calls.completeInstall).toEqual([{ query }]);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(answer.text).not.toContain('<script');
    expect(answer.text).toContain('&#60;b&#62;glow&#60;/b&#62;.myshopify.com is connected');
    expect(JSON.stringify(gateway.logs)).not.toContain('code=');
  });

  it.each([
    ['INVALID_QUERY', 400],
    ['CONFLICT', 409],
    ['UNAVAILABLE', 503],
  ] as const)('%s is a page that says what to do', async (code, status) => {
    fails('completeInstall', new ServiceError(code, 'Begin the install again.'));
    const answer = await gateway.ask('/shopify/callback?code=1');
    expect(answer.status).toBe(status);
    expect(answer.text).toContain('Begin the install again.');
  });

  it('is there on the API host only', async () => {
    expect((await gateway.ask('/shopify/callback', { host: 'beauty.svc.test:8080' })).status).toBe(404);
  });
});

describe('POST /shopify/webhooks', () => {
  const headers = {
    'content-type': 'application/json',
    'x-shopify-topic': 'products/update',
    'x-shopify-shop-domain': 'glow.myshopify.com',
    'x-shopify-event-id': 'e1',
    'x-shopify-webhook-id': 'w1',
    'x-shopify-triggered-at': '2026-11-21T10:00:00Z',
    'x-shopify-hmac-sha256': 'c2ln',
  };

  it('passes the body on byte for byte, whatever it contains', async () => {
    const body = Buffer.from([0x7b, 0x20, 0xff, 0xfe, 0x00, 0x7d]);
    expect(await gateway.ask('/shopify/webhooks', { method: 'POST', headers, body })).toMatchObject({
      status: 200,
      text: 'ok',
    });
    expect(gateway.services.calls.receiveWebhook).toEqual([
      {
        topic: 'products/update',
        shop: 'glow.myshopify.com',
        eventId: 'e1',
        webhookId: 'w1',
        triggeredAt: '2026-11-21T10:00:00Z',
        signature: 'c2ln',
        body,
      },
    ]);
  });

  it('without headers and without a body it is catalog-sync that refuses', async () => {
    fails('receiveWebhook', new ServiceError('UNAUTHORIZED', 'Not signed.'));
    expect((await gateway.ask('/shopify/webhooks', { method: 'POST' })).status).toBe(401);
  });

  it('a body over 1 MiB is 413', async () => {
    const body = Buffer.alloc(1024 * 1024 + 1, 'a');
    expect((await gateway.ask('/shopify/webhooks', { method: 'POST', headers, body })).status).toBe(413);
    expect(gateway.services.calls.receiveWebhook).toBeUndefined();
  });
});
