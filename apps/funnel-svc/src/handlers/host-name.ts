import type { FunnelHostName } from '@svc/domain';
import type { FunnelHost } from '@svc/proto';

/** Undefined: the caller named no host. */
export function toHostName(host: FunnelHost | undefined): FunnelHostName | undefined {
  const name = host?.name;
  if (!name) return undefined;
  return name.$case === 'host' ? { host: name.value } : { subdomain: name.value };
}
