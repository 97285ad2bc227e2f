import type { DeliveryTargetName } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { DeliverySummary } from '../delivery.js';
import { SUMMARY_COLUMNS } from './list-deliveries.js';

/** The target of a company's delivery; undefined when there is none, or its analysis was erased. */
export async function findDeliveryTarget(
  db: Db,
  companyId: string,
  id: string,
): Promise<DeliveryTargetName | undefined> {
  const { rows } = await db.raw<{ rows: { target: DeliveryTargetName }[] }>(
    'select target from deliveries where id = ? and company_id = ? and analysis_id is not null',
    [id, companyId],
  );
  return rows[0]?.target;
}

/** Makes a delivery due, whatever its outcome; its schedule starts again. Undefined when it was erased. */
export async function redeliver(trx: Db, companyId: string, id: string): Promise<DeliverySummary | undefined> {
  const { rows } = await trx.raw<{ rows: DeliverySummary[] }>(
    `update deliveries
        set state = 'PENDING', tries = 0, redeliveries = redeliveries + 1, next_attempt_at = now(), finished_at = null
      where id = ? and company_id = ? and analysis_id is not null returning ${SUMMARY_COLUMNS}`,
    [id, companyId],
  );
  return rows[0];
}
