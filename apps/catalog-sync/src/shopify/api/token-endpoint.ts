import type { Outbound } from '@svc/kit';
import type { ShopifySettings } from '../settings.js';
import { readAnswer } from './read-answer.js';
import { NeedsReinstall, ShopifyUnavailable } from './shopify-error.js';

/** What a shop grants. */
export interface Grant {
  accessToken: string;
  /** Null: the token does not end. */
  refreshToken: string | null;
  /** Seconds; null: it does not end. */
  expiresIn: number | null;
  scopes: string;
}

/**
 * POST /admin/oauth/access_token: a code, or a refresh token, for tokens. Offline tokens that expire are asked for (`expiring`).
 * @throws NeedsReinstall when Shopify refuses, ShopifyUnavailable or OutboundError when there is no answer.
 */
export async function fetchTokens(
  deps: { settings: ShopifySettings; outbound: Outbound },
  shop: string,
  by: { code: string } | { refreshToken: string },
): Promise<Grant> {
  const { apiKey, apiSecret, shopUrl } = deps.settings;
  const form = new URLSearchParams({ client_id: apiKey, client_secret: apiSecret });
  if ('code' in by) {
    form.set('code', by.code);
    form.set('expiring', '1');
  } else {
    form.set('grant_type', 'refresh_token');
    form.set('refresh_token', by.refreshToken);
  }
  const { status, body } = await readAnswer(
    await deps.outbound.request(`${shopUrl(shop)}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
    }),
  );
  // Too many requests are a matter of time.
  if (status >= 400 && status < 500 && status !== 429) {
    throw new NeedsReinstall(`Shopify refused to give a token (status ${status}); the app must be installed again.`);
  }
  const { access_token: token, refresh_token: refresh, expires_in: expires, scope } = body;
  if (status !== 200 || typeof token !== 'string' || token === '') {
    throw new ShopifyUnavailable(`Shopify gave no token (status ${status}).`);
  }
  return {
    accessToken: token,
    refreshToken: typeof refresh === 'string' ? refresh : null,
    expiresIn: typeof expires === 'number' ? expires : null,
    scopes: typeof scope === 'string' ? scope : '',
  };
}
