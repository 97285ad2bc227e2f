import { randomBytes } from 'node:crypto';
import { BASE62 } from './base62.js';

/**
 * Characters of an id. 62^22 is 2^130.99, so uniform characters hold more than 128 random bits.
 * docs/reliability.md R3.1.
 */
const ID_LENGTH = 22;
/** Largest multiple of 62 in a byte: bytes from here on are discarded, or the first characters would be likelier. */
const UNBIASED = 248;

/** A fresh id: 22 base62 characters, each uniform, more than 128 random bits, no order in time. */
export function randomId(): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of randomBytes(32)) {
      if (byte < UNBIASED) id += BASE62.charAt(byte % 62);
      if (id.length === ID_LENGTH) break;
    }
  }
  return id;
}
