import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sha256 } from '@svc/kit';
import { getBearerToken } from '../parse/bearer.js';

/**
 * Whether a request has one of the platform tokens. Hashes are compared in constant time, so that neither the content nor the length of
 * a token can be measured. The result may be shown to callers only where failures are limited. docs/management.md "Authentication".
 */
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
