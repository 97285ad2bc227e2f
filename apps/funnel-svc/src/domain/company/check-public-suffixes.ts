import type { ErrorDetail } from '@svc/kit';
import { parse } from 'tldts';

/**
 * Refuses domains that are a public suffix, such as `com`, `co.uk` or `github.io`: anyone may register a name below them. Names
 * that the Public Suffix List does not know (`localhost`, `shop.internal`) and IP addresses are accepted. Not in libs/domain, which
 * runs in the browser and has no dependencies.
 */
export function checkPublicSuffixes(domains: readonly string[] = []): ErrorDetail[] {
  return domains.flatMap((domain, index) => {
    if (!isPublicSuffix(domain)) return [];
    const message = `"${domain}" is a public suffix, below which anyone can register names; it must be a name of the company, for example "glow.${domain}".`;
    return [{ path: `/domains/${index}`, message }];
  });
}

function isPublicSuffix(domain: string): boolean {
  const { hostname, publicSuffix, isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true });
  return publicSuffix !== null && publicSuffix === hostname && Boolean(isIcann || isPrivate);
}
