import { type FunnelHostName, isHostName } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findHost, type HostedFunnel } from '../../db/find-host.js';

/**
 * The funnel of a host. Unknown and archived ones are alike.
 * @throws ServiceError NOT_FOUND.
 */
export async function resolveHost(
  db: Knex,
  name: FunnelHostName | undefined,
  versionId: string | undefined,
): Promise<HostedFunnel> {
  const text = name && ('host' in name ? name.host : name.subdomain);
  const found = name && isHostName(text as string) ? await findHost(db, name, versionId) : undefined;
  if (!found) throw new ServiceError('NOT_FOUND', 'No funnel has this host.');
  return found;
}
