/**
 * 24 addresses that a merchant may enter and the service must not call: loopback, private and link-local ones in every spelling, and other
 * schemes. docs/reliability.md R4.5.
 * @param port - of a server on loopback that must not be reached.
 */
export const hostileAddresses = (port: number): string[] => [
  `http://127.0.0.1:${port}/`,
  'http://127.0.0.1/',
  'http://localhost/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://user:pass@127.0.0.1/',
  'http://example.com@127.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[64:ff9b::7f00:1]/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  `https://127.0.0.1:${port}/`,
];
