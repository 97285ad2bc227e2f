import type { DeliveryTargetName } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { DeliveryState, DeliverySummary } from '../delivery.js';
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

/** Which deliveries of a company are sent again. */
export interface RedeliveryPeriod {
  target: DeliveryTargetName;
  /** Of the submission; inclusive. */
  from: Date;
  /** Exclusive. */
  to: Date;
  states: readonly DeliveryState[];
}

/**
 * Makes the deliveries of a period due, as `redeliver` does; at most `limit`, oldest first. They are locked while they are chosen, so that
 * one that is erased or sent again meanwhile is left out. Served by deliveries_company_idx.
 */
export async function redeliverPeriod(
  trx: Db,
  companyId: string,
  { target, from, to, states }: RedeliveryPeriod,
  limit: number,
): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `with due as (
       select id from deliveries
        where company_id = :companyId and target = :target and created_at >= :from and created_at < :to
          and state = any(:states) and analysis_id is not null
        order by created_at, id limit :limit for update
     )
     update deliveries
        set state = 'PENDING', tries = 0, redeliveries = redeliveries + 1, next_attempt_at = now(), finished_at = null
       from due where deliveries.id = due.id and company_id = :companyId
     returning deliveries.id`,
    { companyId, target, from, to, states, limit },
  );
  return rows.map(({ id }) => id);
}
