import { ServiceError } from '@svc/kit';
import type { Context, GatewayMiddleware } from '../context.js';
import { OverLimit, type Quota, type RateLimits, rateLimitHeaders } from '../limits/rate-limits.js';

/** Without limits every request passes. `RATE_LIMITS=off`. */
const unlimited: GatewayMiddleware = (_ctx, next) => next();

/** Counts a request of a Company API Key and says what is left of its budget. Stands behind `apiKey`. R7.10. */
export function limitKey(limits: RateLimits | undefined): GatewayMiddleware {
  if (!limits) return unlimited;
  return async (ctx, next) => {
    const quota = await counted(ctx, limits.key(ctx.state.apiKeyHash as Buffer));
    ctx.set(rateLimitHeaders(quota));
    return next();
  };
}

/**
 * Counts a request of a source on a public route, and an unknown analysis id once more. No headers on success: the
 * answer may be served by caches to others. Reliability R7.10, R3.4.
 */
export function limitSource(limits: RateLimits | undefined): GatewayMiddleware {
  if (!limits) return unlimited;
  return async (ctx, next) => {
    await counted(ctx, limits.source(ctx.state.source));
    try {
      await next();
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'NOT_FOUND') await limits.miss(ctx.state.source);
      throw error;
    }
  };
}

async function counted(ctx: Context, quota: Promise<Quota>): Promise<Quota> {
  try {
    return await quota;
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    ctx.set(rateLimitHeaders(error.quota));
    throw error.error;
  }
}
