import { isIP } from 'node:net';
import { type FunnelHostName, isHostName, isReservedSubdomain } from '@svc/domain';

/** Which of the gateway's hosts a request is for. docs/contract.md C2. */
export type Host =
  | { kind: 'api' }
  | { kind: 'dashboard' }
  | { kind: 'demoShop' }
  | { kind: 'preview' }
  | { kind: 'pictures' }
  | ({ kind: 'funnel' } & FunnelHostName);

const SUBDOMAIN = /^[a-z0-9-]{2,40}$/;

/** Lower-cases a `Host` value and takes its port away; undefined when it is not `name[:port]`. */
export function parseHostName(value: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?$/.exec(value.toLowerCase());
  return match?.[1];
}

/**
 * Decides which host is meant. A host that is not ours may be a funnel's own, which funnel-svc knows. Undefined: a host that
 * no funnel can have (reserved sub-domains, several labels below ours, no host name), which is answered with 404 NOT_FOUND.
 * The port is ignored, so that the gateway works behind any port mapping; IP literals are the API host, so that probes
 * and tools reach it without a name. docs/contract.md C2; docs/reliability.md R7.5.
 */
export function parseHost(value: string, baseName: string): Host | undefined {
  const name = parseHostName(value);
  if (name === undefined) return undefined;
  if (name === baseName || isIP(name.startsWith('[') ? name.slice(1, -1) : name)) return { kind: 'api' };
  if (!name.endsWith(`.${baseName}`)) return isHostName(name) ? { kind: 'funnel', host: name } : undefined;
  const subdomain = name.slice(0, -baseName.length - 1);
  if (subdomain === 'dashboard') return { kind: 'dashboard' };
  if (subdomain === 'demo-shop') return { kind: 'demoShop' };
  if (subdomain === 'preview') return { kind: 'preview' };
  if (subdomain === 'cdn') return { kind: 'pictures' };
  return SUBDOMAIN.test(subdomain) && !isReservedSubdomain(subdomain) ? { kind: 'funnel', subdomain } : undefined;
}
