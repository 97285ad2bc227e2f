import { timingSafeEqual } from 'node:crypto';
import { ServiceError, sha256 } from '@svc/kit';
import type { GatewayMiddleware } from '../context.js';
import { bearerToken } from '../parse/bearer.js';

/**
 * Guards the management API. Hashes are compared, in constant time, so that neither the token's content nor its length
 * can be measured. Fails with UNAUTHORIZED. Management, "Authentication".
 */
export function platformToken(expected: string): GatewayMiddleware {
  const expectedHash = sha256(expected);
  return (ctx, next) => {
    const token = bearerToken(ctx.req);
    if (token === undefined || !timingSafeEqual(sha256(token), expectedHash)) {
      throw new ServiceError('UNAUTHORIZED', 'Send the platform token: Authorization: Bearer <PLATFORM_TOKEN>.');
    }
    return next();
  };
}
