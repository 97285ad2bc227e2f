import type { Db } from '@svc/kit';
import type { EndpointKey } from './endpoints.js';

/** Makes the oldest held deliveries of an endpoint due. Served by deliveries_pending_idx. @returns their ids. */
export async function releaseBatch(trx: Db, { companyId, target }: EndpointKey, limit: number): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `update deliveries set next_attempt_at = now() where id in (
       select id from deliveries
        where company_id = ? and target = ? and state = 'PENDING' and next_attempt_at is null
        order by created_at limit ? for update skip locked)
     returning id`,
    [companyId, target, limit],
  );
  return rows.map(({ id }) => id);
}
