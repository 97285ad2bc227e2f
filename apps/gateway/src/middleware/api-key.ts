import { hashApiKey, isWellFormedApiKey, ServiceError } from '@svc/kit';
import type { GatewayMiddleware } from '../context.js';
import { bearerToken } from '../parse/bearer.js';

/**
 * Takes the Company API Key of a keyed route and keeps its hash; the key itself goes no further. Fails with UNAUTHORIZED
 * for a missing or malformed key without asking any service. Whether the key is in force and has the scope is decided by
 * the route's own call, on every request, so that a revocation is immediate. Contract, "Company API Key".
 */
export function apiKey(): GatewayMiddleware {
  return (ctx, next) => {
    const token = bearerToken(ctx.req);
    if (token === undefined) {
      throw new ServiceError('UNAUTHORIZED', 'Send a Company API Key: Authorization: Bearer <COMPANY_API_KEY>.');
    }
    if (!isWellFormedApiKey(token)) throw new ServiceError('UNAUTHORIZED', 'This is not a Company API Key.');
    ctx.state.apiKeyHash = hashApiKey(token);
    return next();
  };
}
