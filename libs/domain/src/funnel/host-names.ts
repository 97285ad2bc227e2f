/** Sub-domains that no funnel may have. docs/contract.md C2. */
const RESERVED_SUBDOMAINS = [
  'dashboard',
  'api',
  'www',
  'docs',
  'status',
  'cdn',
  'tracking',
  'demo-shop',
  'preview',
] as const;

/** Company handles and sub-domains: `[a-z0-9-]{2,40}`. */
export const isHandle = (text: string): boolean => /^[a-z0-9-]{2,40}$/.test(text);

export const isReservedSubdomain = (subdomain: string): boolean =>
  (RESERVED_SUBDOMAINS as readonly string[]).includes(subdomain);

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})*(?::[0-9]{1,5})?$`);

/** A host name in lower case, with an optional port: `shop.glow.example`, `localhost:8080`. International names as `xn--…`. */
export const isHostName = (text: string): boolean => text.length <= 259 && HOST.test(text);

/** How a request names a funnel: by its sub-domain, or by the full host name of its own. Lower case, without a port. */
export type FunnelHostName = { subdomain: string } | { host: string };
