import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ServiceError, sha256 } from '@svc/kit';
import type { GatewayMiddleware } from '../context.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { getBearerToken } from '../parse/bearer.js';
import { limitFailures } from './rate-limit.js';

/**
 * Guards the management API, which accepts any of the expected tokens. Hashes are compared, in constant time, so that neither the token's content nor its length
 * can be measured. Fails with UNAUTHORIZED. A source that has sent too many wrong tokens is refused without a comparison, or it
 * could continue to guess. docs/management.md "Authentication"; ADR 34.
 */
export function platformToken(expected: readonly string[], limits: RateLimits | undefined): GatewayMiddleware {
  const hasToken = createTokenCheck(expected);
  return async (ctx, next) => {
    await limitFailures(ctx, limits, { policy: 'platform', isRefusedEarly: true }, async () => {
      if (!hasToken(ctx.req)) {
        throw new ServiceError(
          'UNAUTHORIZED',
          'The request must have the platform token: Authorization: Bearer <PLATFORM_TOKEN>.',
        );
      }
    });
    return next();
  };
}

/** Whether a request has one of the tokens. Its result may be shown to callers only where failures are limited. */
export function createTokenCheck(expected: readonly string[]): (req: IncomingMessage) => boolean {
  const expectedHashes = expected.map((token) => sha256(token));
  /** Compares with each, so that the time does not show which one fits. */
  const isExpected = (token: string): boolean => {
    const hash = sha256(token);
    return expectedHashes.filter((one) => timingSafeEqual(hash, one)).length > 0;
  };
  return (req) => {
    const token = getBearerToken(req);
    return token !== undefined && isExpected(token);
  };
}
