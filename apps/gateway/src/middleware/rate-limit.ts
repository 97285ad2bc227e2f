import { ERRORS, ServiceError } from '@svc/kit';
import type { Context, GatewayMiddleware } from '../context.js';
import { OverLimit, type PolicyName, type RateLimits, rateLimitHeaders } from '../limits/rate-limits.js';

/** Without limits every request passes. `RATE_LIMITS=off`. */
const unlimited: GatewayMiddleware = (_ctx, next) => next();

/**
 * Counts a request of a Company API Key and says what is left of its budget. Stands behind `apiKey`.
 * docs/reliability.md R7.10.
 */
export function limitKey(limits: RateLimits | undefined): GatewayMiddleware {
  if (!limits) return unlimited;
  return async (ctx, next) => {
    const subject = (ctx.state.apiKeyHash as Buffer).toString('base64url');
    ctx.set(rateLimitHeaders(await counted(ctx, limits.count('key', subject))));
    return next();
  };
}

/**
 * Counts a request of a source. No headers on success: caches may serve the response to others.
 * docs/reliability.md R7.10.
 */
export function limitSource(limits: RateLimits | undefined, policy: 'source' | 'keyed' = 'source'): GatewayMiddleware {
  if (!limits) return unlimited;
  return async (ctx, next) => {
    await counted(ctx, limits.count(policy, ctx.state.source));
    return next();
  };
}

/**
 * Limits the unknown analysis ids of a source on a route whose path or body holds one. Beyond the budget every id of the source
 * is refused without a look-up; where many callers may share the source, only the unknown ones are.
 * docs/reliability.md R3.4, ADR 34.
 */
export function limitUnknownIds(limits: RateLimits | undefined): GatewayMiddleware {
  return (ctx, next) =>
    limitFailures(ctx, limits, { policy: 'misses', isRefusedEarly: !ctx.state.isSourceShared }, next);
}

/** The status that a budget of failures counts. */
const FAILURES = { misses: 404, chatMisses: 404, unauthorized: 401, platform: 401 } as const satisfies Partial<
  Record<PolicyName, number>
>;

/**
 * Does the work of a request, and counts its failure. The failure that exceeds the budget, and those after it, are RATE_LIMITED.
 * @param options.isRefusedEarly - once the budget is used up, no work is done.
 */
export async function limitFailures<T>(
  ctx: Context,
  limits: RateLimits | undefined,
  { policy, isRefusedEarly }: { policy: keyof typeof FAILURES; isRefusedEarly: boolean },
  work: () => Promise<T>,
): Promise<T> {
  if (limits && isRefusedEarly) await counted(ctx, limits.check(policy, ctx.state.source));
  try {
    return await work();
  } catch (error) {
    const hasFailed = error instanceof ServiceError && ERRORS[error.code].http === FAILURES[policy];
    if (limits && hasFailed) await counted(ctx, limits.count(policy, ctx.state.source));
    throw error;
  }
}

/** Counts an attempt of a subject. @throws ServiceError RATE_LIMITED when the budget was used up before. */
export async function limitAttempts(
  ctx: Context,
  limits: RateLimits | undefined,
  policy: PolicyName,
  subject: string,
): Promise<void> {
  if (limits) await counted(ctx, limits.count(policy, subject));
}

async function counted<T>(ctx: Context, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    ctx.set(rateLimitHeaders(error.quota));
    throw error.error;
  }
}
