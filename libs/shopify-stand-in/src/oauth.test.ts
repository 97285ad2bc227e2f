import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signQuery } from './oauth.js';
import { type ShopifyStandIn, startShopify } from './start-shopify.js';

const APP = { apiKey: 'key', apiSecret: 'secret' };
const SHOP = 'glow.myshopify.com';

let shopify: ShopifyStandIn;
beforeEach(async () => {
  shopify = await startShopify(APP);
});
afterEach(() => shopify.stop());

const base = () => shopify.base.replace('{shop}', SHOP);

async function authorize(changes: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({
    client_id: 'key',
    scope: 'read_products',
    redirect_uri: 'https://app.example/callback',
    state: 'nonce',
    ...changes,
  });
  return fetch(`${base()}/admin/oauth/authorize?${query}`, { redirect: 'manual' });
}

const consented = async () => new URL((await authorize()).headers.get('location') ?? '').searchParams;

async function token(form: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${base()}/admin/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'key', client_secret: 'secret', ...form }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const query = (accessToken: unknown) =>
  fetch(`${base()}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': String(accessToken) },
    body: JSON.stringify({ query: '{ shop { name } }' }),
  });

describe('authorization', () => {
  it('the callback gets code, host, shop, state and timestamp, signed over the sorted parameters', async () => {
    const parameters = await consented();
    expect([...parameters.keys()].sort()).toEqual(['code', 'hmac', 'host', 'shop', 'state', 'timestamp']);
    expect(parameters.get('shop')).toBe(SHOP);
    expect(parameters.get('state')).toBe('nonce');
    expect(parameters.get('hmac')).toBe(signQuery(parameters, 'secret'));
    expect(Math.abs(Number(parameters.get('timestamp')) - Date.now() / 1000)).toBeLessThan(5);
  });

  it('another app is not authorized', async () => {
    expect((await authorize({ client_id: 'other' })).status).toBe(400);
  });

  it('a code is exchanged once, and only with the secret', async () => {
    const code = (await consented()).get('code') ?? '';
    expect((await token({ code, client_secret: 'wrong' })).status).toBe(401);
    const first = await token({ code, expiring: '1' });
    expect(first).toMatchObject({ status: 200, body: { scope: 'read_products', expires_in: 3600 } });
    expect(await token({ code, expiring: '1' })).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('without expiring=1 the token has no end and no refresh token', async () => {
    const { body } = await token({ code: (await consented()).get('code') ?? '' });
    expect(Object.keys(body).sort()).toEqual(['access_token', 'scope']);
    expect((await query(body.access_token)).status).toBe(200);
  });
});

describe('tokens that expire', () => {
  const granted = async () => (await token({ code: (await consented()).get('code') ?? '', expiring: '1' })).body;
  const refresh = (refreshToken: unknown) =>
    token({ grant_type: 'refresh_token', refresh_token: String(refreshToken) });

  it('an expired one is 401; a refresh gives another one and revokes the first', async () => {
    const { access_token: first, refresh_token: refreshToken } = await granted();
    expect((await query(first)).status).toBe(200);
    shopify.authorizations.expire(SHOP);
    expect((await query(first)).status).toBe(401);
    const { body } = await refresh(refreshToken);
    expect((await query(body.access_token)).status).toBe(200);
    expect(body.refresh_token).not.toBe(refreshToken);
  });

  it('a refresh token serves again until the token that it led to is used', async () => {
    const { refresh_token: refreshToken } = await granted();
    await refresh(refreshToken);
    const again = await refresh(refreshToken);
    expect(again.status).toBe(200);
    await query(again.body.access_token);
    expect(await refresh(refreshToken)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('an uninstalled app has neither', async () => {
    const { access_token: accessToken, refresh_token: refreshToken } = await granted();
    shopify.uninstall(shopify.shop(SHOP));
    expect((await query(accessToken)).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(400);
  });

  it('faults: refreshes that are refused, or whose answer is lost', async () => {
    const { refresh_token: refreshToken } = await granted();
    shopify.faults.lostRefreshes = 1;
    await expect(refresh(refreshToken)).rejects.toThrow();
    expect((await refresh(refreshToken)).status).toBe(200);
    shopify.faults.refusesRefresh = true;
    expect((await refresh(refreshToken)).status).toBe(400);
  });
});
