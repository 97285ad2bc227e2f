import type { Db } from '@svc/kit';
import type { EndpointKey } from './endpoints.js';

/**
 * Lists enabled endpoints that still have held deliveries. This happens when the address changed while attempts at the old one
 * were running and ended in another order. Served by deliveries_held_idx.
 */
export async function listStranded(db: Db): Promise<EndpointKey[]> {
  const { rows } = await db.raw<{ rows: EndpointKey[] }>(
    `select distinct company_id as "companyId", target from all_deliveries as waiting
      where state = 'PENDING' and next_attempt_at is null and not exists (
        select from all_delivery_endpoints off
         where off.company_id = waiting.company_id and off.target = waiting.target and off.disabled_at is not null)`,
  );
  return rows;
}
