import { describe, expect, it } from 'vitest';
import { isAllowedOrigin, toHostSources } from './is-allowed-origin.js';

const DOMAINS = ['shop.glow.example', 'staging.glow.example:8443', 'localhost', 'shop.localhost:3000'];

describe('pages that may embed and call a funnel host (docs/management.md "What the file contains")', () => {
  it.each([
    'https://shop.glow.example',
    'http://shop.glow.example',
    'https://staging.glow.example:8443',
    'http://localhost',
    'http://localhost:5173',
    'http://shop.localhost:3000',
  ])('%s may', (origin) => expect(isAllowedOrigin(origin, DOMAINS)).toBe(true));

  it.each([
    ['another host', 'https://glow.example'],
    ['a sub-domain', 'https://www.shop.glow.example'],
    ['a name that begins with a domain', 'https://shop.glow.example.evil.example'],
    ['a name that ends with a domain', 'https://evil-shop.glow.example'],
    ['another port', 'https://shop.glow.example:8443'],
    ['another port than the one that is named', 'https://staging.glow.example'],
    ['another port of a loopback name with a port', 'http://shop.localhost:3001'],
    ['a domain as user name', 'https://shop.glow.example@evil.example'],
    ['a page without an origin', 'null'],
    ['nothing', ''],
    ['another scheme', 'file://shop.glow.example'],
    ['an address with a path', 'https://shop.glow.example/'],
    ['capitals, which no browser sends', 'https://SHOP.glow.example'],
    ['a line break', 'https://shop.glow.example\n'],
  ])('%s may not', (_what, origin) => expect(isAllowedOrigin(origin, DOMAINS)).toBe(false));

  it('no origin is allowed without domains', () => expect(isAllowedOrigin('https://shop.example', [])).toBe(false));

  it('are the same as sources of a security policy', () =>
    expect(toHostSources(DOMAINS)).toEqual([
      'shop.glow.example',
      'staging.glow.example:8443',
      'localhost:*',
      'shop.localhost:3000',
    ]));
});
