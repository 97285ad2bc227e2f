import type { DeliveryTargets } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { type EndpointKey, listDisabled } from '../db/endpoints.js';
import { listStranded } from '../db/list-stranded.js';
import { createEndpoint } from '../sending/endpoint.js';
import type { SenderDeps } from '../sending/sender-deps.js';
import { addReleaseJob, enableEndpoint } from './release-task.js';

const PAGE = 200;

/**
 * Enables disabled endpoints whose address or secret changed, and releases their held deliveries.
 * @returns the number of endpoints whose deliveries were released.
 * @throws what was thrown for the first company whose targets could not be read, after all others were checked; an outage ends the
 * check.
 */
export async function followEndpoints(
  deps: SenderDeps & { db: Knex; getTargets(companyId: string): Promise<DeliveryTargets> },
  signal: AbortSignal,
): Promise<number> {
  let changed = 0;
  let after: EndpointKey | undefined;
  const failures: unknown[] = [];
  for (;;) {
    const page = await listDisabled(deps.db, after, PAGE);
    for (const endpoint of page) {
      signal.throwIfAborted();
      try {
        const now = createEndpoint(deps, await deps.getTargets(endpoint.companyId), endpoint.target);
        if (!now || now.fingerprint.equals(endpoint.fingerprint)) continue;
      } catch (error) {
        if (isOutage(error)) throw error;
        failures.push(error);
        continue;
      }
      await enableEndpoint(deps.db, endpoint, endpoint.fingerprint);
      changed += 1;
    }
    if (page.length < PAGE) break;
    after = page.at(-1);
  }
  const stranded = await listStranded(deps.db);
  for (const endpoint of stranded) await addReleaseJob(deps.db, endpoint);
  if (failures.length > 0) throw failures[0];
  return changed + stranded.length;
}

const isOutage = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'UNAVAILABLE' || error.code === 'TIMEOUT');
