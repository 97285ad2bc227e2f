import { ServiceError } from '@svc/kit';
import { FeedFormat, ShopState, toDuration } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authorized, CATALOG, CatalogApi, T0 } from '../../../testing/catalog-api.js';

const api = new CatalogApi();
beforeEach(api.start);
afterEach(api.stop);

describe('a feed. docs/management.md "Keys, versions, imports, erasure"', () => {
  const post = (path: string) => api.gateway.ask(`${CATALOG}${path}`, { method: 'POST', headers: authorized });
  const get = (path: string) => api.gateway.ask(`${CATALOG}${path}`, { headers: authorized });

  it('is fetched now: 202 with the id of the run, or 200 with the run when it is waited for', async () => {
    expect(await post('/sync')).toMatchObject({ status: 202, json: { id: 'r1' } });
    expect(await post('/sync?wait=true')).toMatchObject({ status: 200, json: { state: 'SUCCEEDED', source: 'FEED' } });
    expect(await post('/sync?wait=yes')).toMatchObject({ status: 400, json: { error: 'INVALID_QUERY' } });
  });

  it('is shown with its schedule and without its password; without a feed it is 404', async () => {
    expect(await get('/feed')).toMatchObject({ status: 404, json: { error: 'NOT_FOUND' } });
    const feed = { url: 'https://ann:s3cret@shop.example/feed.csv', format: 'auto', everyHours: 12 };
    api.feeds['company-1'] = {
      feed: { url: feed.url, format: FeedFormat.FEED_FORMAT_AUTO, syncInterval: toDuration(12 * 3_600_000) },
      nextSyncTime: T0,
      failures: 2,
    };
    const { status, json } = await get('/feed');
    expect(status).toBe(200);
    expect(json).toEqual({
      ...feed,
      url: 'https://ann:***@shop.example/feed.csv',
      nextSyncAt: T0.toISOString(),
      failures: 2,
      lastImportId: null,
    });
  });
});

describe('a change of the feed (docs/catalog.md "Feeds")', () => {
  const change = (method: string, body?: object) =>
    api.gateway.ask(`${CATALOG}/feed`, {
      method,
      headers: { ...authorized, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  let applied: unknown[];
  beforeEach(() => {
    applied = [];
    api.gateway.services.handlers.funnelAdmin.applyBlueprint = async ({ blueprintJson }) => {
      applied.push(JSON.parse(Buffer.from(blueprintJson).toString()));
      return { body: Buffer.from('{}') };
    };
    api.feeds['company-1'] = {
      feed: {
        url: 'https://ann:s3cret@shop.example/feed.csv',
        format: FeedFormat.FEED_FORMAT_AUTO,
        syncInterval: toDuration(12 * 3_600_000),
      },
      nextSyncTime: T0,
      failures: 0,
    };
  });

  it('is an apply of this part alone, with defaults; the answer hides the password', async () => {
    const { status, json } = await change('PUT', { url: 'https://ann:n3w@shop.example/other.csv' });
    expect(applied).toEqual([
      { feed: { url: 'https://ann:n3w@shop.example/other.csv', format: 'auto', everyHours: 12 } },
    ]);
    expect([status, json.url]).toEqual([200, 'https://ann:***@shop.example/feed.csv']);
  });

  it('keeps the password that is shown as ***, for the same user and host only (docs/dashboard.md Y12.6)', async () => {
    await change('PUT', { url: 'https://ann:***@shop.example/other.csv', everyHours: 6 });
    expect(applied).toMatchObject([{ feed: { url: 'https://ann:s3cret@shop.example/other.csv', everyHours: 6 } }]);
    for (const url of ['https://ann:***@evil.example/feed.csv', 'https://bob:***@shop.example/feed.csv']) {
      const refused = { error: 'INVALID_REQUEST', details: [{ path: '/url' }] };
      expect(await change('PUT', { url })).toMatchObject({ status: 400, json: refused });
    }
    api.feeds = {};
    expect((await change('PUT', { url: 'https://ann:***@shop.example/feed.csv' })).status).toBe(400);
    expect(applied).toHaveLength(1);
  });

  it('removes it with 204, and refuses fields that a feed does not have', async () => {
    expect((await change('DELETE')).status).toBe(204);
    expect(applied).toEqual([{ feed: null }]);
    expect(await change('PUT', { url: 'https://shop.example', every: 1 })).toMatchObject({ status: 400 });
  });
});

describe('GET …/catalog/sources. docs/management.md "Keys, versions, imports, erasure"', () => {
  const SOURCES = `${CATALOG}/sources`;
  const read = () => api.gateway.ask(SOURCES, { headers: authorized });
  const failWith = (code: 'NOT_FOUND' | 'UNAVAILABLE') => {
    api.gateway.services.handlers.shopify.getShop = async () => {
      throw new ServiceError(code, 'No shop.');
    };
  };

  it('what the company does not have is null', async () => {
    failWith('NOT_FOUND');
    expect(await read()).toMatchObject({ status: 200, json: { feed: null, shop: null } });
  });

  it('has the feed without its password, and the shop', async () => {
    api.feeds['company-1'] = {
      feed: {
        url: 'https://user:secret@shop.example/feed.csv',
        format: FeedFormat.FEED_FORMAT_AUTO,
        syncInterval: toDuration(3_600_000),
      },
      nextSyncTime: T0,
      failures: 2,
      lastImportId: undefined,
    };
    const shop = { domain: 'glow.myshopify.com', state: ShopState.SHOP_STATE_CONNECTED, scopes: [], connectTime: T0 };
    api.gateway.services.handlers.shopify.getShop = async () => ({ shop: { ...shop, syncing: false, failures: 0 } });
    const { status, json } = await read();
    expect(status).toBe(200);
    expect(json.feed).toMatchObject({ url: 'https://user:***@shop.example/feed.csv', everyHours: 1, failures: 2 });
    expect(json.shop).toMatchObject({ shop: 'glow.myshopify.com', state: 'CONNECTED' });
  });

  it('a service that is down is an error, not a company without a shop', async () => {
    failWith('UNAVAILABLE');
    expect((await read()).status).toBe(503);
  });
});
