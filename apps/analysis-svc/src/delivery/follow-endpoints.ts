import type { DeliveryTargets } from '@svc/domain';
import type { Knex } from 'knex';
import { type EndpointKey, listDisabled } from './db/endpoints.js';
import { endpointOf, type SenderDeps } from './endpoint.js';
import { switchOn } from './release-held.js';

const PAGE = 200;

/**
 * Looks whether endpoints that are switched off have got another address or secret; such a one is on, and what waited for it goes out.
 * @returns how many were switched on.
 */
export async function followEndpoints(
  deps: SenderDeps & { knex: Knex; getTargets(companyId: string): Promise<DeliveryTargets> },
  signal: AbortSignal,
): Promise<number> {
  let changed = 0;
  let after: EndpointKey | undefined;
  for (;;) {
    const page = await listDisabled(deps.knex, after, PAGE);
    for (const endpoint of page) {
      signal.throwIfAborted();
      const now = endpointOf(deps, await deps.getTargets(endpoint.companyId), endpoint.target);
      if (!now || now.fingerprint.equals(endpoint.fingerprint)) continue;
      await switchOn(deps.knex, endpoint, endpoint.fingerprint);
      changed += 1;
    }
    if (page.length < PAGE) return changed;
    after = page.at(-1);
  }
}
