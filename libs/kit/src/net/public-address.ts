import { BlockList, isIP } from 'node:net';

/**
 * Networks that are not the public Internet. RFC 6890 and the IANA special-purpose registries.
 * docs/reliability.md R4.5.
 */
const IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, cloud metadata among them
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];
const IPV6 = [
  '::/96', // unspecified, loopback, IPv4-compatible
  '::ffff:0:0:0/96', // IPv4-translated
  '64:ff9b::/96', // NAT64: any IPv4 address behind it
  '64:ff9b:1::/48', // local NAT64
  '100::/64', // discard
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: any IPv4 address in it
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
  'fc00::/7', // unique local
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
];

const blocked = new BlockList();
for (const [ranges, family] of [
  [IPV4, 'ipv4'],
  [IPV6, 'ipv6'],
] as const) {
  for (const range of ranges) {
    const [network, prefix] = range.split('/') as [string, string];
    blocked.addSubnet(network, Number(prefix), family);
  }
}

/** Whether a literal address belongs to the public Internet. An IPv4-mapped IPv6 address counts as the IPv4 address in it. */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine: `fe80::1%eth0`.
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0) return false;
  return !blocked.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
