import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, Outbound } from '@svc/kit';
import type { ShopifySettings } from '../settings.js';
import type { AccessTokens, ShopOfCompany } from './access-tokens.js';
import { readAnswer } from './read-answer.js';
import { ShopifyRefused, ShopifyUnavailable } from './shopify-error.js';

/** Version of the Admin API; the documents in graphql/ are checked against it. */
export const API_VERSION = '2026-07';

/** Calls the Admin API of one shop. */
export interface AdminClient {
  /**
   * @returns `data` of the response. @throws NeedsReinstall, ShopifyUnavailable, ShopifyRefused, OutboundError, the reason of `signal`.
   */
  request(document: string, variables: Record<string, unknown>, signal: AbortSignal): Promise<Record<string, unknown>>;
}

/** Attempts of a call that Shopify throttles. */
const MAX_TRIES = 8;
const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;

/** Returns a function that creates the client of a shop. */
export function createAdminClients(deps: {
  settings: ShopifySettings;
  outbound: Outbound;
  tokens: AccessTokens;
  log: Logger;
}): (shop: ShopOfCompany) => AdminClient {
  let isWarned = false;

  /** Shopify drops a version after a year and then responds with a newer one, which may differ. Logged once. */
  function warnAboutVersion(answered: string | undefined): void {
    if (isWarned || answered === undefined || answered === API_VERSION) return;
    isWarned = true;
    deps.log.warn({ asked: API_VERSION, answered }, 'Shopify responds with another version of its API');
  }
  return (shop) => createShopClient({ ...deps, warnAboutVersion }, shop);
}

function createShopClient(
  deps: {
    settings: ShopifySettings;
    outbound: Outbound;
    tokens: AccessTokens;
    warnAboutVersion(answered: string | undefined): void;
  },
  of: ShopOfCompany,
): AdminClient {
  const { settings, outbound, tokens } = deps;
  const url = `${settings.shopUrl(of.shop)}/admin/api/${API_VERSION}/graphql.json`;

  async function call(token: string, body: string, signal: AbortSignal) {
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': token };
    return readAnswer(await outbound.request(url, { method: 'POST', headers, body, signal }));
  }

  return {
    async request(document, variables, signal) {
      const body = JSON.stringify({ query: document, variables });
      let token = await tokens.current(of);
      let isRenewed = false;
      for (let tries = 1; ; ) {
        const answer = await call(token, body, signal);
        if (answer.status === 401) {
          if (isRenewed) return tokens.disconnect(of, token);
          token = await tokens.renewed(of, token);
          isRenewed = true;
          continue;
        }
        deps.warnAboutVersion(answer.headers['x-shopify-api-version']);
        const errors = parseErrors(answer.body);
        const isThrottled = answer.status === 429 || errors.some(({ code }) => code === 'THROTTLED');
        if (isThrottled && tries < MAX_TRIES) {
          await sleep(getWaitMs(answer), undefined, { signal });
          tries += 1;
          continue;
        }
        if (isThrottled) throw new ShopifyUnavailable('Shopify throttles the app; the call will be retried.');
        if (answer.status !== 200) throw new ShopifyUnavailable(`Shopify responded with status ${answer.status}.`);
        if (errors.length > 0) throw new ShopifyRefused(`Shopify refused a query: ${errors[0]?.message}`);
        const { data } = answer.body;
        if (typeof data !== 'object' || data === null) throw new ShopifyUnavailable('Shopify responded without data.');
        return data as Record<string, unknown>;
      }
    },
  };
}

function parseErrors({ errors }: Record<string, unknown>): { message: string; code: unknown }[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((error: { message?: unknown; extensions?: { code?: unknown } } | null) => ({
    message: String(error?.message).slice(0, 200),
    code: error?.extensions?.code,
  }));
}

/** Milliseconds until the rate limit allows the query, from the response of Shopify. */
function getWaitMs({ body, headers }: { body: Record<string, unknown>; headers: Record<string, string> }): number {
  const cost = (body.extensions as { cost?: Record<string, unknown> } | undefined)?.cost;
  const { currentlyAvailable, restoreRate } = (cost?.throttleStatus ?? {}) as Record<string, unknown>;
  const retryAfterMs = Number(headers['retry-after']) * 1000;
  const needed = ((Number(cost?.requestedQueryCost) - Number(currentlyAvailable)) / Number(restoreRate)) * 1000;
  const waitMs = Number.isFinite(retryAfterMs) ? retryAfterMs : Number.isFinite(needed) ? needed : 1_000;
  return Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, waitMs));
}
