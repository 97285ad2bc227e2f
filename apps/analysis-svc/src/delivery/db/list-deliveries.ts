import type { DeliveryTargetName } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { DeliveryState, DeliverySummary } from '../delivery.js';

/** Position in the log: the page begins after this delivery. In microseconds, because several deliveries may share a millisecond. */
export interface DeliveryCursor {
  createdAtUs: string;
  id: string;
}

export interface DeliveryFilter {
  state?: DeliveryState | null;
  target?: DeliveryTargetName | null;
  analysisId?: string;
}

/** Columns of `DeliverySummary`. */
export const SUMMARY_COLUMNS = `id, target, state, analysis_id as "analysisId", created_at as "createdAt", attempts,
  case when state = 'PENDING' then next_attempt_at end as "nextAttemptAt", last_status as "lastStatus", last_error as "lastError",
  finished_at as "finishedAt"`;

/** Without columns that a statement selects in addition. */
export const toSummary = ({ id, target, state, analysisId, ...row }: DeliverySummary): DeliverySummary => ({
  id,
  target,
  state,
  analysisId,
  createdAt: row.createdAt,
  attempts: row.attempts,
  nextAttemptAt: row.nextAttemptAt,
  lastStatus: row.lastStatus,
  lastError: row.lastError,
  finishedAt: row.finishedAt,
});

/**
 * Lists a company's deliveries, newest first, without those of erased analyses. Served by deliveries_company_idx.
 * @returns at most `limit` deliveries, and the cursor of the next page, if there is one.
 */
export async function listDeliveries(
  db: Db,
  companyId: string,
  filter: DeliveryFilter,
  page: { limit: number; after?: DeliveryCursor | undefined },
): Promise<{ deliveries: DeliverySummary[]; next: DeliveryCursor | undefined }> {
  const conditions = ['company_id = :companyId', 'analysis_id is not null'];
  if (filter.state) conditions.push('state = :state');
  if (filter.target) conditions.push('target = :target');
  if (filter.analysisId) conditions.push('analysis_id = :analysisId');
  if (page.after)
    conditions.push(`(created_at, id) < (to_timestamp(0) + :createdAtUs::bigint * interval '1 microsecond', :id)`);
  const { rows } = await db.raw<{ rows: (DeliverySummary & { createdAtUs: string })[] }>(
    `select ${SUMMARY_COLUMNS}, (extract(epoch from created_at) * 1000000)::bigint::text as "createdAtUs"
       from deliveries where ${conditions.join(' and ')} order by created_at desc, id desc limit :limit`,
    { companyId, ...filter, ...page.after, limit: page.limit + 1 },
  );
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  return { deliveries: shown.map(toSummary), next: last && { createdAtUs: last.createdAtUs, id: last.id } };
}
