import type { IncomingMessage } from 'node:http';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { headerValues } from './header-values.js';

/**
 * The Idempotency-Key of a request, undefined when it has none. Fails with INVALID_REQUEST when it is repeated, empty,
 * longer than 255 characters or not printable ASCII. Contract, "Idempotency".
 */
export function parseIdempotencyKey(req: IncomingMessage): string | undefined {
  const values = headerValues(req, 'idempotency-key');
  if (values.length === 0) return undefined;
  const [key] = values as [string];
  if (values.length > 1) throw new ServiceError('INVALID_REQUEST', 'Idempotency-Key may be given once.');
  if (key.length < 1 || key.length > MAX_IDEMPOTENCY_KEY_LENGTH || !/^[\x20-\x7e]+$/.test(key)) {
    throw new ServiceError(
      'INVALID_REQUEST',
      `Idempotency-Key is 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters.`,
    );
  }
  return key;
}
