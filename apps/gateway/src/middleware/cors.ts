import type { GatewayMiddleware } from '../context.js';

const MATCHES = /^\/api\/v1\/analyses\/[^/]+\/matches$/;

/** The public route: the same bytes for every origin, no credentials. docs/contract.md C11. */
export const MATCH_CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After, X-Request-Id',
} as const;

const KEYED_CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id, Idempotent-Replayed, RateLimit, RateLimit-Policy',
} as const;

const KEYED_HEADERS = { 'Cache-Control': 'no-store', ...KEYED_CORS } as const;
const PRIVATE_HEADERS = { 'Cache-Control': 'no-store' } as const;
const NO_HEADERS = {} as const;

/**
 * CORS and caching headers that hold for every answer of a route, errors included: matches are open to every origin;
 * keyed and management answers are never stored. `Vary: Origin` is never sent, or every shop would get its own CDN entry.
 */
export function routeHeaders(path: string): Readonly<Record<string, string>> {
  if (MATCHES.test(path)) return MATCH_CORS;
  if (path.startsWith('/api/v1/')) return KEYED_HEADERS;
  return path.startsWith('/api/') ? PRIVATE_HEADERS : NO_HEADERS;
}

/** Sets the headers of `routeHeaders`. */
export function cors(): GatewayMiddleware {
  return (ctx, next) => {
    ctx.set(routeHeaders(ctx.path));
    return next();
  };
}
