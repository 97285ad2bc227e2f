import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Who a request comes from, as rate limits count it: the peer, or with `trustedHops` proxies in front the address that
 * the outermost trusted one has seen (counted from the right of X-Forwarded-For, since a caller can write the left part).
 * IPv6 callers are counted by their /64, which is what one customer gets.
 */
export function getSourceAddress(req: IncomingMessage, trustedHops: number): string {
  const peer = req.socket.remoteAddress ?? 'unknown';
  if (trustedHops === 0) return normalize(peer);
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return normalize(forwarded.at(-trustedHops) ?? forwarded[0] ?? peer);
}

function normalize(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare.slice(0, 64);
  const [head = '', tail] = bare.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
