import type { Context } from '../../context.js';

/** Headers that pages may send to routes with a Company API Key. */
export const KEYED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id';

/** Headers of their answers. */
export const QUOTA_HEADERS = {
  RateLimit: "What is left of the key's budget.",
  'RateLimit-Policy': 'The budget: q requests in w seconds.',
};

/** The hash of the Company API Key, which the guard of these routes has set. */
export function getApiKeyHash({ state: { apiKeyHash } }: Context): Buffer {
  if (!apiKeyHash) throw new Error('The route has no guard for Company API Keys.');
  return apiKeyHash;
}
