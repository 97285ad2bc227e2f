import { createOutbound, systemClock } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import { type StandInShop, sampleProduct } from '@svc/shopify-stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SECRETS_KEY, SHOPIFY_APP, startShopifyApp, type TestShopifyApp } from '../../testing/start-shopify-app.js';
import { readShopifySettings } from '../settings.js';
import { type AccessTokens, createAccessTokens } from './access-tokens.js';

let app: TestShopifyApp;
let now = new Date();
beforeAll(async () => {
  app = await startShopifyApp();
});
afterAll(() => app?.stop());

/** A process of its own, on the same database. */
function startProcess(): AccessTokens {
  const settings = readShopifySettings({
    SHOPIFY_API_KEY: SHOPIFY_APP.apiKey,
    SHOPIFY_API_SECRET: SHOPIFY_APP.apiSecret,
    SHOPIFY_API_BASE: app.shopify.base,
    SECRETS_KEY,
    PUBLIC_URL: 'http://localhost',
  })!;
  return createAccessTokens({
    db: app.catalog.database.knex,
    settings,
    outbound: createOutbound({ allowPrivateNetwork: true }),
    clock: { now: () => now },
    log: testLogger(),
  });
}

let companyId: string;
let shop: StandInShop;
let number = 0;
beforeEach(async () => {
  now = systemClock.now();
  number += 1;
  companyId = `company-${number}`;
  shop = app.shopify.shop(`glow-${number}.myshopify.com`);
  shop.putProduct(sampleProduct(1));
  await app.install(companyId, shop);
  await app.synced(companyId);
});

const of = () => ({ companyId, shop: shop.domain });

describe('tokens of a shop', () => {
  it('a valid token is reused; it is renewed five minutes before it expires', async () => {
    const tokens = startProcess();
    const first = await tokens.current(of());
    now = new Date(Date.now() + 54 * 60_000);
    expect(await tokens.current(of())).toBe(first);
    now = new Date(Date.now() + 56 * 60_000);
    const second = await tokens.current(of());
    expect(second).not.toBe(first);
    expect(await tokens.current(of())).toBe(second);
    expect(app.shopify.authorizations.getShop(first)).toBeUndefined();
    expect(app.shopify.authorizations.getShop(second)).toBe(shop.domain);
  });

  it('several simultaneous calls in two processes renew the token once', async () => {
    const processes = [startProcess(), startProcess()];
    const refused = await processes[0]!.current(of());
    const renewed = await Promise.all(Array.from({ length: 4 }, (_, at) => processes[at % 2]!.renewed(of(), refused)));
    expect(new Set(renewed).size).toBe(1);
    expect(app.shopify.authorizations.getShop(renewed[0])).toBe(shop.domain);
  });

  it('a renewal whose response is lost succeeds at the next attempt', async () => {
    const tokens = startProcess();
    const refused = await tokens.current(of());
    app.shopify.faults.lostRefreshes = 1;
    await expect(tokens.renewed(of(), refused)).rejects.toMatchObject({ problem: 'UNREACHABLE' });
    expect(app.shopify.authorizations.getShop(await tokens.renewed(of(), refused))).toBe(shop.domain);
  });

  it('a token that is refused does not end an installation that came after it', async () => {
    const tokens = startProcess();
    const refused = await tokens.current(of());
    await app.install(companyId, shop);
    await expect(tokens.disconnect(of(), refused)).rejects.toThrow('connected again');
    expect(app.shopify.authorizations.getShop(await tokens.current(of()))).toBe(shop.domain);
  });

  it('a company without a shop, and a shop that is closed, have none', async () => {
    const tokens = startProcess();
    await expect(tokens.current({ ...of(), companyId: 'unknown' })).rejects.toThrow('no longer has a shop');
    await expect(tokens.disconnect(of(), await tokens.current(of()))).rejects.toThrow(
      'the app must be installed again',
    );
    await expect(tokens.current(of())).rejects.toThrow('the app must be installed again');
  });
});
