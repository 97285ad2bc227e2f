import type { FunnelHostName } from '@svc/domain';
import type { FunnelHost } from '@svc/proto';
import type { Host } from '../parse/host.js';

/** The funnel's host as the services take it. Only for routes of funnel hosts. */
export function toFunnelHost(host: Host): FunnelHost {
  const name = getFunnelHostName(host);
  return 'host' in name
    ? { name: { $case: 'host', value: name.host } }
    : { name: { $case: 'subdomain', value: name.subdomain } };
}

function getFunnelHostName(host: Host): FunnelHostName {
  if (host.kind !== 'funnel') throw new Error('This route is on funnel hosts only.');
  return host;
}

/** Where shoppers reach the pages of funnels. */
export interface PageAddress {
  scheme: 'http' | 'https';
  /** Of the API host, with its port where it has one. */
  baseDomain: string;
}

/**
 * Scheme, host and port of a funnel's pages as shoppers reach them, for addresses that leave the page: `analysis_url`, share
 * links. A funnel's own host has no port: it is reached under the scheme's usual one.
 */
export function getPageOrigin(host: Host, { scheme, baseDomain }: PageAddress): string {
  const name = getFunnelHostName(host);
  return `${scheme}://${'host' in name ? name.host : `${name.subdomain}.${baseDomain}`}`;
}
