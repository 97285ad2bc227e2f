import { createHmac } from 'node:crypto';
import { toBase62 } from './base62.js';

const ID_LENGTH = 22;
/** 128 bits: more than 22 characters would be needed for all of the digest. */
const BYTES = 16;

/**
 * An id of the form of `randomId` that follows from a secret and a salt: who lacks one of them cannot guess it.
 * @param secret - at least as random as an id.
 */
export function deriveId(secret: string, salt: Uint8Array): string {
  const digest = createHmac('sha256', secret)
    .update(salt)
    .digest('hex')
    .slice(0, 2 * BYTES);
  return toBase62(BigInt(`0x${digest}`), ID_LENGTH);
}
