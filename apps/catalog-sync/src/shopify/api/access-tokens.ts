import { type Clock, forCompany, type Logger, type Outbound } from '@svc/kit';
import type { Knex } from 'knex';
import type { ShopifySettings } from '../settings.js';
import { closeShop, findShop, type Shop, updateShop } from '../shops.js';
import { NeedsReinstall, ShopifyUnavailable } from './shopify-error.js';
import { fetchTokens, type Grant } from './token-endpoint.js';

/** Time before its expiry at which a token is renewed, in milliseconds. */
const RENEW_BEFORE_MS = 5 * 60_000;

/** The shop that a token is for: the company may connect another one while something is read of this one. */
export type ShopOfCompany = Pick<Shop, 'companyId' | 'shop'>;

export interface AccessTokens {
  /** A valid token for the company's shop. @throws NeedsReinstall, or an error of the token endpoint. */
  current(of: ShopOfCompany): Promise<string>;
  /** A new token in place of one that was refused. */
  renewed(of: ShopOfCompany, refused: string): Promise<string>;
  /**
   * Records that the shop refused a token that was just renewed, so access was revoked.
   * @throws NeedsReinstall; ShopifyUnavailable when the shop has another token by now.
   */
  disconnect(of: ShopOfCompany, refused: string): Promise<never>;
}

/** How the tokens of a grant are stored. */
export function sealGrant(settings: ShopifySettings, shop: string, grant: Grant, now: Date) {
  const { accessToken, refreshToken, expiresIn } = grant;
  return {
    sealedTokens: settings.secrets.seal(JSON.stringify({ accessToken, refreshToken }), shop),
    tokenExpiresAt: expiresIn === null ? null : new Date(now.getTime() + expiresIn * 1000),
  };
}

/**
 * Tokens of shops. One process renews at a time, since the shop's row is locked during the call to Shopify. If the response is lost,
 * the refresh token can be used again, because Shopify accepts it until its successor is used.
 */
export function createAccessTokens(deps: {
  db: Knex;
  settings: ShopifySettings;
  outbound: Outbound;
  clock: Clock;
  log: Logger;
}): AccessTokens {
  const { db, settings, clock, log } = deps;

  const getTokens = ({ shop, sealedTokens, state, problem }: Shop) => {
    if (state !== 'CONNECTED' || !sealedTokens) throw new NeedsReinstall(problem ?? 'The shop is not connected.');
    return JSON.parse(settings.secrets.open(sealedTokens, shop)) as Pick<Grant, 'accessToken' | 'refreshToken'>;
  };
  const isFresh = ({ tokenExpiresAt }: Shop) =>
    tokenExpiresAt === null || tokenExpiresAt.getTime() - clock.now().getTime() > RENEW_BEFORE_MS;

  async function renew(of: ShopOfCompany, refused?: string): Promise<string> {
    const { companyId } = of;
    const renewed = await forCompany(db, companyId, async (trx) => {
      const shop = existing(of, await findShop(trx, companyId, { lock: true }));
      const { accessToken, refreshToken } = getTokens(shop);
      // Another process has already renewed it.
      if (refused === undefined ? isFresh(shop) : accessToken !== refused) return { accessToken };
      try {
        if (refreshToken === null)
          throw new NeedsReinstall('Shopify rejected the token; the app must be installed again.');
        const grant = await fetchTokens(deps, shop.shop, { refreshToken });
        const { sealedTokens, tokenExpiresAt } = sealGrant(
          settings,
          shop.shop,
          { ...grant, refreshToken: grant.refreshToken ?? refreshToken },
          clock.now(),
        );
        await updateShop(trx, companyId, { sealed_tokens: sealedTokens, token_expires_at: tokenExpiresAt });
        return { accessToken: grant.accessToken };
      } catch (error) {
        if (!(error instanceof NeedsReinstall)) throw error;
        await closeShop(trx, companyId, 'NEEDS_REINSTALL', error.message);
        return error;
      }
    });
    if (!(renewed instanceof NeedsReinstall)) return renewed.accessToken;
    alert(companyId);
    throw renewed;
  }

  const alert = (companyId: string) =>
    log.error(
      { companyId, alert: 'SHOPIFY_NEEDS_REINSTALL' },
      'access to a shop was revoked; the merchant must reinstall the app',
    );

  return {
    async current(of) {
      const shop = existing(of, await forCompany(db, of.companyId, (trx) => findShop(trx, of.companyId)));
      return isFresh(shop) ? getTokens(shop).accessToken : renew(of);
    },
    renewed: (of, refused) => renew(of, refused),
    async disconnect(of, refused) {
      const { companyId } = of;
      const problem = 'Shopify rejects every token of the shop; the app must be installed again.';
      await forCompany(db, companyId, async (trx) => {
        const shop = existing(of, await findShop(trx, companyId, { lock: true }));
        if (getTokens(shop).accessToken !== refused) {
          throw new ShopifyUnavailable('The shop was connected again during a call; the call will be retried.');
        }
        await closeShop(trx, companyId, 'NEEDS_REINSTALL', problem);
      });
      alert(companyId);
      throw new NeedsReinstall(problem);
    },
  };
}

function existing({ companyId, shop: name }: ShopOfCompany, shop: Shop | undefined): Shop {
  if (shop?.shop !== name) throw new NeedsReinstall(`Company ${companyId} no longer has a shop of this name.`);
  return shop;
}
