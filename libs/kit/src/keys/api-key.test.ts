import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key.js';
import { BASE62 } from './base62.js';
import { crc32ByTable } from './crc32.js';

describe('Company API Keys (docs/contract.md C5; docs/reliability.md R2.1)', () => {
  it('are svc_live_, 43 base62 characters, _, and 6 characters of checksum (C5.3)', () => {
    for (let round = 0; round < 1_000; round += 1) {
      const key = generateApiKey();
      expect(key).toMatch(/^svc_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
      expect(isWellFormedApiKey(key)).toBe(true);
    }
  });

  it('a key with any one character changed is malformed, so it costs no database query (C5.3)', () => {
    const key = generateApiKey();
    for (let index = 0; index < key.length; index += 1) {
      const other = BASE62.charAt((BASE62.indexOf(key.charAt(index)) + 1) % 62);
      expect(isWellFormedApiKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
  });

  it.each([
    '',
    'svc_live_',
    'x'.repeat(1_000_000),
    `${generateApiKey()}\n`,
    ` ${generateApiKey()}`,
    generateApiKey().toUpperCase(),
  ])('malformed text is refused', (text) => expect(isWellFormedApiKey(text)).toBe(false));

  it('hold 32 random bytes and the CRC-32 of what precedes it (C5.3)', () => {
    const toNumber = (digits: string) =>
      [...digits].reduce((sum, digit) => sum * 62n + BigInt(BASE62.indexOf(digit)), 0n);
    const secrets = Array.from({ length: 500 }, () => {
      const [, body = '', secret = '', checksum = ''] = /^(svc_live_(\w{43}))_(\w{6})$/.exec(generateApiKey()) ?? [];
      expect(toNumber(checksum)).toBe(BigInt(zlib.crc32(body)));
      return toNumber(secret);
    });
    expect(new Set(secrets).size).toBe(500);
    // Every bit of 256 is set in some keys and not set in others, and there is no further one.
    for (let bit = 0n; bit < 256n; bit += 1n) {
      const ones = secrets.filter((secret) => ((secret >> bit) & 1n) === 1n).length;
      expect(ones).toBeGreaterThan(0);
      expect(ones).toBeLessThan(500);
    }
    expect(secrets.every((secret) => secret < 1n << 256n)).toBe(true);
  });

  it('are stored as SHA-256 (C5.4)', () => {
    expect(hashApiKey('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('crc32ByTable', () => {
  it('agrees with zlib, so that keys made on one Node release are valid on another', () => {
    for (const text of ['', 'a', '123456789', generateApiKey()]) {
      expect(crc32ByTable(Buffer.from(text))).toBe(zlib.crc32(text));
    }
  });
});
