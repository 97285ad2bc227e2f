import type { DeliverySummary, DeliveryTargetName } from '@svc/domain';
import type { Db } from '@svc/kit';
import { SUMMARY_COLUMNS, type SummaryRow, toSummary } from './list-deliveries.js';

/** The target of a company's delivery; undefined when there is none, or its analysis was erased. */
export async function findTargetOf(db: Db, companyId: string, id: string): Promise<DeliveryTargetName | undefined> {
  const { rows } = await db.raw<{ rows: { target: DeliveryTargetName }[] }>(
    'select target from deliveries where id = ? and company_id = ? and analysis_id is not null',
    [id, companyId],
  );
  return rows[0]?.target;
}

/** Makes a delivery due, whatever became of it; its schedule begins anew. Undefined when it was erased. */
export async function redeliver(transaction: Db, companyId: string, id: string): Promise<DeliverySummary | undefined> {
  const { rows } = await transaction.raw<{ rows: SummaryRow[] }>(
    `update deliveries
        set state = 'PENDING', tries = 0, redeliveries = redeliveries + 1, next_attempt_at = now(), finished_at = null
      where id = ? and company_id = ? and analysis_id is not null returning ${SUMMARY_COLUMNS}`,
    [id, companyId],
  );
  const [row] = rows;
  return row && toSummary(row);
}
