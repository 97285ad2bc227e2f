import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getErrorCode } from '../testing/get-error-code.js';
import { getBearerToken } from './bearer.js';
import { idempotencyKey } from './idempotency-key.js';
import { matchesEtag } from './if-none-match.js';
import { requireMediaType } from './media-type.js';
import { getRequestId } from './request-id.js';

/** A request with these headers, the same ones in both of Node's forms. */
const withHeaders = (...pairs: [string, string][]) =>
  ({
    rawHeaders: pairs.flat(),
    headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])),
  }) as unknown as IncomingMessage;

describe('Authorization. docs/contract.md C5', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER  abc'])('%j carries the token; the scheme has no letter case', (value) =>
    expect(getBearerToken(withHeaders(['AUTHORIZATION', value]))).toBe('abc'),
  );

  it.each(['', 'abc', 'Basic abc', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearer a,b', 'Bearerabc', 'Bearer é'])(
    '%j carries none',
    (value) => expect(getBearerToken(withHeaders(['Authorization', value]))).toBeUndefined(),
  );

  it('is read only when it is there exactly once. C5.1', () => {
    expect(getBearerToken(withHeaders())).toBeUndefined();
    expect(getBearerToken(withHeaders(['Authorization', 'Bearer a'], ['authorization', 'Bearer a']))).toBeUndefined();
  });
});

describe('Idempotency-Key. docs/contract.md C10', () => {
  const key = (...values: string[]) => idempotencyKey('').read(values, 'Idempotency-Key');

  it('is any 1 to 255 printable ASCII characters, kept as sent. C10.1', () => {
    const printable = fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme-ascii' });
    fc.assert(fc.property(printable, (value) => key(value) === value));
    expect(key('x'.repeat(255))).toHaveLength(255);
  });

  it.each(['', 'x'.repeat(256), 'é', 'a\tb', 'a\x7f'])('otherwise INVALID_REQUEST: %j. C10.1', (value) =>
    expect(getErrorCode(() => key(value))).toBe('INVALID_REQUEST'),
  );

  it('is optional, and repeated it is INVALID_REQUEST. C10.1', () => {
    expect(key()).toBeUndefined();
    expect(getErrorCode(() => key('a', 'a'))).toBe('INVALID_REQUEST');
  });
});

describe('Content-Type. docs/contract.md C3.1; docs/reliability.md R7.2', () => {
  const accept = (...pairs: [string, string][]) =>
    getErrorCode(() => requireMediaType(withHeaders(...pairs), ['application/json']));

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('%s is taken', (type) => expect(accept(['Content-Type', type])).toBe('ok'));

  it.each(['', 'text/plain', 'text/json', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    '%j is UNSUPPORTED_MEDIA_TYPE',
    (type) => expect(accept(['Content-Type', type])).toBe('UNSUPPORTED_MEDIA_TYPE'),
  );

  it('a missing type and an encoded body are UNSUPPORTED_MEDIA_TYPE; identity is no encoding', () => {
    const json: [string, string] = ['Content-Type', 'application/json'];
    expect(accept()).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(accept(json, ['Content-Encoding', 'gzip'])).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(accept(json, ['Content-Encoding', 'identity'])).toBe('ok');
  });
});

describe('X-Request-Id. docs/contract.md C3.4', () => {
  it.each(['7', 'order-4711.a_B', 'x'.repeat(128)])('is echoed when it is safe to log: %j', (value) =>
    expect(getRequestId(withHeaders(['X-Request-Id', value]))).toBe(value),
  );

  it.each(['', 'a b', 'a\nb', '<script>', 'x'.repeat(129)])('is replaced otherwise: %j', (value) =>
    expect(getRequestId(withHeaders(['X-Request-Id', value]))).toMatch(/^[0-9a-f-]{36}$/),
  );
});

describe('If-None-Match', () => {
  it.each(['"a"', 'W/"a"', '"x", "a"', '*', '"x",W/"a"'])('%s holds "a"', (value) =>
    expect(matchesEtag(value, '"a"')).toBe(true),
  );

  it.each([undefined, '', '"b"', 'a', '"A"'])('%s does not', (value) => expect(matchesEtag(value, '"a"')).toBe(false));
});
