import { describe, expect, it } from 'vitest';
import { checkPublicSuffixes } from './check-public-suffixes.js';

describe('domains of a company and the Public Suffix List', () => {
  it.each(['com', 'de', 'co.uk', 'github.io', 'foo.ck', 'github.io:8443', 'com:443'])('%s is refused', (domain) => {
    expect(checkPublicSuffixes(['shop.glow.example', domain])).toEqual([
      { path: '/domains/1', message: expect.stringContaining(`"${domain}" is a public suffix`) },
    ]);
  });

  it.each([
    'glow.com',
    'shop.glow.co.uk',
    'glow.github.io',
    'www.ck',
    'localhost',
    'localhost:3000',
    'glow.localhost',
    '127.0.0.1',
    '192.168.0.10:8080',
    'shop.internal',
    'shop.glow.example',
  ])('%s is accepted', (domain) => {
    expect(checkPublicSuffixes([domain])).toEqual([]);
  });
});
