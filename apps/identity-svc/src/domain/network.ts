const IPV4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/;

/**
 * The network of a client's address, for lists of sessions and the audit log: /24 of IPv4, /48 of IPv6. Empty for what is no address.
 * The gateway names IPv6 callers by their /64.
 */
export function toNetwork(source: string): string {
  const ipv4 = IPV4.exec(source);
  if (ipv4) return `${ipv4[1]}.0/24`;
  const groups = /^([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4}):/.exec(source);
  return groups ? `${groups.slice(1, 4).join(':')}::/48` : '';
}
