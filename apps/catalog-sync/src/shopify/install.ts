import { randomBytes } from 'node:crypto';
import { type Clock, type Db, forCompany, type Jobs, type Logger, type Outbound, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { sealGrant } from './api/access-tokens.js';
import { NeedsReinstall } from './api/shopify-error.js';
import { isShop, readSignedQuery } from './api/signatures.js';
import { fetchTokens } from './api/token-endpoint.js';
import type { ShopifySettings } from './settings.js';
import { addSync } from './shopify-jobs.js';
import { findCompany, findShop, saveShop } from './shops.js';

/** All that the app asks for. */
const SCOPES = 'read_products';
/** Time that a merchant has for consenting. */
const INSTALL_MS = 10 * 60_000;

type Deps = {
  db: Knex;
  settings: ShopifySettings;
  outbound: Outbound;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
};

/**
 * Begins an install. @returns the address at which the merchant consents.
 * @throws ServiceError INVALID_REQUEST, or CONFLICT when shop or company are taken.
 */
export async function beginInstall(deps: Deps, companyId: string, shopName: string): Promise<string> {
  const { db, settings, clock } = deps;
  const shop = shopName.trim().toLowerCase();
  if (!isShop(shop)) {
    throw new ServiceError('INVALID_REQUEST', 'shop must be the domain that Shopify gave the shop.', {
      details: [{ path: '/shop', message: 'It must be written in full, for example glow.myshopify.com.' }],
    });
  }
  const state = randomBytes(24).toString('base64url');
  await forCompany(db, companyId, async (trx) => {
    await checkFree(trx, companyId, shop);
    await trx('shopify_installs').insert({
      state_hash: sha256(state),
      company_id: companyId,
      shop,
      expires_at: new Date(clock.now().getTime() + INSTALL_MS),
    });
  });
  const query = new URLSearchParams({
    client_id: settings.apiKey,
    scope: SCOPES,
    redirect_uri: settings.callbackUrl,
    state,
  });
  return `${settings.shopUrl(shop)}/admin/oauth/authorize?${query}`;
}

/**
 * The merchant came back from Shopify: takes the tokens and queues the first sync. @returns the shop.
 * @throws ServiceError INVALID_QUERY, CONFLICT (taken, or without leave to read products), or UNAVAILABLE when Shopify gives no answer.
 */
export async function completeInstall(deps: Deps, query: string): Promise<string> {
  const { db, settings, jobs, clock, log } = deps;
  const signed = readSignedQuery(query, settings.signingSecrets, clock.now());
  const { shop = '', state = '', code = '' } = signed ?? {};
  if (!signed || !isShop(shop) || code === '') throw notOurs();
  const [install] = await db('all_shopify_installs')
    .where({ state_hash: sha256(state) })
    .delete()
    .returning(['company_id', 'shop', 'expires_at']);
  if (install?.shop !== shop || install.expires_at < clock.now()) throw notOurs();
  const companyId = install.company_id as string;
  await forCompany(db, companyId, (trx) => checkFree(trx, companyId, shop));
  const grant = await fetchTokens(deps, shop, { code }).catch((cause: unknown) => {
    if (cause instanceof NeedsReinstall) throw notOurs();
    throw new ServiceError('UNAVAILABLE', 'Shopify did not answer; start the installation again.', { cause });
  });
  if (!grant.scopes.split(',').includes(SCOPES)) {
    throw new ServiceError(
      'CONFLICT',
      'The merchant did not allow the app to read products; start the installation again.',
    );
  }
  const tokens = sealGrant(settings, shop, grant, clock.now());
  await forCompany(db, companyId, async (trx) => {
    await checkFree(trx, companyId, shop);
    const isSaved = await saveShop(trx, { companyId, shop, scopes: grant.scopes, ...tokens, now: clock.now() });
    // Two shops of the company at the same moment: the other one is visible now.
    if (!isSaved) await checkFree(trx, companyId, shop);
    await addSync(jobs, trx, companyId);
  }).catch((error: unknown) => {
    // Two companies at the same moment.
    if ((error as { code?: string }).code === '23505') throw taken();
    throw error;
  });
  jobs.wake();
  log.info({ companyId }, 'a shop is connected');
  return shop;
}

async function checkFree(db: Db, companyId: string, shop: string): Promise<void> {
  const owner = await findCompany(db, shop);
  if (owner !== undefined && owner !== companyId) throw taken();
  const own = await findShop(db, companyId);
  if (own && own.shop !== shop) {
    throw new ServiceError('CONFLICT', `The company has another shop, ${own.shop}; disconnect that one first.`);
  }
}

const taken = () => new ServiceError('CONFLICT', 'The shop belongs to another company; disconnect it there first.');

/** The message does not say which part is wrong, since a forger could use that. */
const notOurs = () =>
  new ServiceError(
    'INVALID_QUERY',
    'This address is not from Shopify, has expired or was already used; start the installation again.',
  );
