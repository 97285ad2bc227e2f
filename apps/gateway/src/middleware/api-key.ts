import { hashApiKey, isWellFormedApiKey, ServiceError } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import type { GatewayMiddleware } from '../context.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { getBearerToken } from '../parse/bearer.js';
import { limitFailures } from './rate-limit.js';

/** Keys that a route remembers as accepted, and for how long. */
const MAX_ACCEPTED = 10_000;
const ACCEPTED_MS = 10 * 60_000;

/**
 * Takes the Company API Key of a keyed route and keeps its hash; the key itself goes no further. Fails with UNAUTHORIZED
 * for a missing or malformed key without asking any service. Whether the key is in force and has the scope is decided by
 * the route's own call, on every request, so that a revocation is immediate. docs/contract.md C5.
 *
 * 401 responses have a budget per source. Beyond it, only keys that the route has accepted lately are looked up: random keys cost
 * no look-ups, and merchants who share the address with their sender are still served. ADR 34.
 */
export function apiKey(limits: RateLimits | undefined): GatewayMiddleware {
  // Created for the first key: the cache allocates the room of all keys immediately, and there is one for each keyed route.
  let accepted: LRUCache<string, true> | undefined;
  return async (ctx, next) => {
    const token = getBearerToken(ctx.req);
    const hash = token !== undefined && isWellFormedApiKey(token) ? hashApiKey(token) : undefined;
    const subject = hash?.toString('base64url') ?? '';
    await limitFailures(ctx, limits, { policy: 'unauthorized', isRefusedEarly: !accepted?.has(subject) }, async () => {
      if (hash === undefined) throw unauthorized(token);
      ctx.state.apiKeyHash = hash;
      await next();
      accepted ??= new LRUCache({ max: MAX_ACCEPTED, ttl: ACCEPTED_MS });
      accepted.set(subject, true);
    });
  };
}

const unauthorized = (token: string | undefined): ServiceError =>
  new ServiceError(
    'UNAUTHORIZED',
    token === undefined
      ? 'The request must have a Company API Key: Authorization: Bearer <COMPANY_API_KEY>.'
      : 'The token must be a Company API Key.',
  );
