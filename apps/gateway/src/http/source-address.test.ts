import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { getSourceAddress } from './source-address.js';

const source = (peer: string, hops: number, forwarded?: string) =>
  getSourceAddress(
    {
      socket: { remoteAddress: peer },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage,
    hops,
  );

describe('the source of a request, as rate limits count it', () => {
  it('is the peer when no proxy is trusted, whatever X-Forwarded-For says', () => {
    expect(source('192.0.2.1', 0, '198.51.100.9')).toBe('192.0.2.1');
    expect(source('::ffff:192.0.2.1', 0)).toBe('192.0.2.1');
  });

  it('is what the outermost trusted proxy has seen; what the caller wrote to the left of it does not count', () => {
    expect(source('10.0.0.1', 1, 'forged, 198.51.100.9')).toBe('198.51.100.9');
    expect(source('10.0.0.1', 2, 'forged, 198.51.100.9, 10.0.0.2')).toBe('198.51.100.9');
  });

  it('is the farthest known address when there were fewer proxies than trusted', () => {
    expect(source('10.0.0.1', 2, '198.51.100.9')).toBe('198.51.100.9');
    expect(source('10.0.0.1', 2)).toBe('10.0.0.1');
  });

  it('is the /64 of an IPv6 address, however it is written', () => {
    expect(source('2001:db8:1:2:aaaa::1', 0)).toBe('2001:db8:1:2::/64');
    expect(source('2001:0DB8:0001:0002::99', 0)).toBe('2001:db8:1:2::/64');
    expect(source('::1', 0)).toBe('0:0:0:0::/64');
  });
});
