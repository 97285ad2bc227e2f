import { MAX_URL_LENGTH } from '../limits.js';

/** An http(s) address without a user name; its host. */
const LINK = /^https?:\/\/([^\s/?#\\@:]+)(?::\d+)?(?:[/?#]\S*)?$/i;

/**
 * Whether an address leads to one of the hosts of a company, as links of its chat must. A domain stands for itself and for hosts below it,
 * whatever its port. docs/chat.md T5.4.
 */
export function isOnDomains(url: string, domains: readonly string[]): boolean {
  const [, host] = LINK.exec(url) ?? [];
  if (host === undefined || url.length > MAX_URL_LENGTH) return false;
  const hostname = host.toLowerCase();
  const hosts = domains.map((domain) => domain.replace(/:\d+$/, ''));
  return hosts.some((known) => hostname === known || hostname.endsWith(`.${known}`));
}
