import type { Context, GatewayMiddleware, Handler } from '../context.js';

const MATCHES = /^\/api\/v1\/analyses\/[^/]+\/matches$/;

/** The public route: the same bytes for every origin, no credentials. Contract, "Matches". */
export const MATCH_CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After, X-Request-Id',
} as const;

const KEYED_CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id, Idempotent-Replayed, RateLimit, RateLimit-Policy',
} as const;

/**
 * CORS and caching headers that hold for every answer of a route, errors included: matches are open to every origin;
 * keyed and management answers are never stored. `Vary: Origin` is never sent, or every shop would get its own CDN entry.
 */
export function cors(): GatewayMiddleware {
  return (ctx, next) => {
    if (MATCHES.test(ctx.path)) ctx.set(MATCH_CORS);
    else if (ctx.path.startsWith('/api/')) {
      ctx.set('Cache-Control', 'no-store');
      if (ctx.path.startsWith('/api/v1/')) ctx.set(KEYED_CORS);
    }
    return next();
  };
}

/** Answers OPTIONS with 204 and touches nothing. */
export function preflight(options: { methods: string; headers: string }): Handler {
  return (ctx: Context) => {
    ctx.set({
      'Access-Control-Allow-Methods': options.methods,
      'Access-Control-Allow-Headers': options.headers,
      'Access-Control-Max-Age': '86400',
      Allow: options.methods,
    });
    ctx.status = 204;
  };
}
