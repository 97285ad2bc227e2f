/** Names that reach this machine only; a port may always follow them. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|[a-z0-9.-]+\.localhost)$/;
/** As browsers write an origin: lower case, no port where it is the usual one, nothing behind it. */
const ORIGIN = /^(https?):\/\/([a-z0-9.-]+)(?::([1-9][0-9]{0,4}))?$/;

/**
 * True when a page of this origin belongs to one of a company's domains. An entry is a host name, exactly (`shop.example` does
 * not speak for `www.shop.example`), with a port where it is not the scheme's usual one; a loopback name without one allows any.
 * Decides who may embed a funnel's page, talk to it, and submit to its host.
 * docs/management.md "What the file contains".
 */
export function isAllowedOrigin(origin: string, domains: readonly string[]): boolean {
  const [, scheme, host, port] = ORIGIN.exec(origin) ?? [];
  if (host === undefined) return false;
  const usual = scheme === 'https' ? '443' : '80';
  return domains.some((domain) => {
    if (domain === host) return port === undefined || LOOPBACK.test(host);
    return domain === `${host}:${port ?? usual}`;
  });
}

/** The same origins as sources of a Content-Security-Policy. */
export const toHostSources = (domains: readonly string[]): string[] =>
  domains.map((domain) => (LOOPBACK.test(domain) ? `${domain}:*` : domain));
