import { createHmac } from 'node:crypto';
import { anyCharacter } from '@svc/kit/testing';
import { signQuery } from '@svc/shopify-stand-in';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isShop, isSignedBody, readSignedQuery } from './signatures.js';

const SECRET = 'hush';
const NOW = new Date('2026-11-21T10:00:00Z');

/** The query of a callback, signed. */
function signed(changes: Record<string, string> = {}): URLSearchParams {
  const parameters = new URLSearchParams({
    code: 'c',
    host: 'aG9zdA',
    shop: 'glow.myshopify.com',
    state: 's',
    timestamp: String(NOW.getTime() / 1000),
    ...changes,
  });
  parameters.set('hmac', signQuery(parameters, SECRET));
  return parameters;
}

describe('the query of a callback', () => {
  it('is accepted if Shopify signed it within the last 5 minutes', () => {
    expect(readSignedQuery(signed().toString(), [SECRET], NOW)).toMatchObject({
      shop: 'glow.myshopify.com',
      code: 'c',
    });
    const old = (seconds: number) => signed({ timestamp: String(NOW.getTime() / 1000 - seconds) }).toString();
    expect(readSignedQuery(old(299), [SECRET], NOW)).toBeDefined();
    for (const seconds of [301, -301, Number.NaN]) expect(readSignedQuery(old(seconds), [SECRET], NOW)).toBeUndefined();
  });

  it('is rejected when a parameter was changed, added or repeated', () => {
    const query = signed();
    for (const name of query.keys()) {
      const changed = new URLSearchParams(query);
      changed.set(name, `${query.get(name)}x`);
      expect(readSignedQuery(changed.toString(), [SECRET], NOW), name).toBeUndefined();
    }
    expect(readSignedQuery(`${query}&extra=1`, [SECRET], NOW)).toBeUndefined();
    expect(readSignedQuery(`${query}&shop=other.myshopify.com`, [SECRET], NOW)).toBeUndefined();
    expect(readSignedQuery(query.toString(), ['other secret'], NOW)).toBeUndefined();
  });

  it('is accepted with either secret during a rotation', () => {
    const query = signed().toString();
    expect(readSignedQuery(query, ['new', SECRET], NOW)).toBeDefined();
    expect(readSignedQuery(query, ['new', 'newer'], NOW)).toBeUndefined();
    expect(readSignedQuery(query, [], NOW)).toBeUndefined();
  });

  it('random text is never accepted, and never causes an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter(fc) }), fc.string(), (query, hmac) => {
        expect(readSignedQuery(query, [SECRET], NOW)).toBeUndefined();
        expect(readSignedQuery(`shop=a&hmac=${hmac}`, [SECRET], NOW)).toBeUndefined();
      }),
    );
  });
});

describe('the signature of a webhook (docs/reliability.md R5.7)', () => {
  const body = Buffer.from('{"id":1,"title":"Größe"}');
  const signature = createHmac('sha256', SECRET).update(body).digest('base64');

  it('is that of the raw body', () => {
    expect(isSignedBody(body, signature, [SECRET])).toBe(true);
    expect(isSignedBody(Buffer.from('{"id":1, "title":"Größe"}'), signature, [SECRET])).toBe(false);
    expect(isSignedBody(body, signature, ['other'])).toBe(false);
  });

  it('is accepted with either secret during a rotation: Shopify signs with the old one until it is revoked', () => {
    expect(isSignedBody(body, signature, ['new', SECRET])).toBe(true);
    expect(isSignedBody(body, signature, [SECRET, 'old'])).toBe(true);
    expect(isSignedBody(body, signature, ['new', 'newer'])).toBe(false);
  });

  it('forged, empty, short and long signatures are rejected without an exception', () => {
    for (const forged of ['', 'x', signature.slice(0, 20), `${signature}${signature}`, '\0', 'A'.repeat(44)]) {
      expect(isSignedBody(body, forged, [SECRET])).toBe(false);
    }
    fc.assert(fc.property(fc.string({ unit: anyCharacter(fc) }), (any) => !isSignedBody(body, any, [SECRET])));
  });
});

describe('isShop', () => {
  it.each(['glow.myshopify.com', 'a.myshopify.com', '1-glow.myshopify.com'])('%s is one', (name) => {
    expect(isShop(name)).toBe(true);
  });
  it.each([
    '',
    'glow',
    'glow.example.com',
    '.myshopify.com',
    '-glow.myshopify.com',
    'Glow.myshopify.com',
    'glow.myshopify.com.evil.example',
    'evil.example/glow.myshopify.com',
    'glow.myshopify.com\n',
    `${'g'.repeat(255)}.myshopify.com`,
  ])('%j is none', (name) => {
    expect(isShop(name)).toBe(false);
  });
});
