import { MAX_IDEMPOTENCY_KEY_LENGTH } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Parameter } from '../route/parameter.js';

/** Fails with INVALID_REQUEST when it is repeated, empty, longer than 255 characters or not printable ASCII. docs/contract.md. */
export const idempotencyKey = (description: string): Parameter<string | undefined> => ({
  description,
  example: 'order-4711',
  read: ([key, ...more], name) => {
    if (key === undefined) return undefined;
    if (more.length > 0) throw new ServiceError('INVALID_REQUEST', `${name} must be given at most once.`);
    if (key.length >= 1 && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[\x20-\x7e]+$/.test(key)) return key;
    const message = `${name} must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters.`;
    throw new ServiceError('INVALID_REQUEST', message);
  },
});
