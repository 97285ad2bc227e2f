import { randomBytes } from 'node:crypto';
import { sha256 } from '../util/sha256.js';
import { toBase62 } from './base62.js';
import { crc32 } from './crc32.js';

const PREFIX = 'svc_live_';
/** 62^43 is just above 2^256: 43 characters hold 32 random bytes. */
const SECRET_LENGTH = 43;
/** 62^6 is above 2^32. */
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = PREFIX.length + SECRET_LENGTH + 1 + CHECKSUM_LENGTH;
const SHAPE = /^svc_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/;

/**
 * A Company API Key: `svc_live_`, 32 random bytes in 43 base62 characters, `_`, and the CRC-32 of all before the last
 * `_` in 6 base62 characters. docs/contract.md C5; docs/reliability.md R2.1.
 */
export function generateApiKey(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  const body = PREFIX + secret;
  return `${body}_${checksum(body)}`;
}

/**
 * True if the key has the shape and the checksum of one of ours, so that a malformed key costs no database query.
 * Cost: one short pattern and one CRC, whatever is sent; the length is looked at first.
 */
export function isWellFormedApiKey(value: string): boolean {
  if (value.length !== KEY_LENGTH || !SHAPE.test(value)) return false;
  const separator = KEY_LENGTH - CHECKSUM_LENGTH - 1;
  return value.slice(separator + 1) === checksum(value.slice(0, separator));
}

/**
 * What is stored and looked up: the SHA-256 of the key, 32 bytes. 256 random bits need no stretching.
 * docs/reliability.md R2.2.
 */
export function hashApiKey(value: string): Buffer {
  return sha256(value);
}

function checksum(body: string): string {
  return toBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}
