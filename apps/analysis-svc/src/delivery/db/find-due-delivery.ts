import type { DeliveryTargetName } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { FunnelFacts } from '../../db/insert-deliveries.js';
import type { DeliveryState } from '../delivery.js';

/** A delivery without its body, as an attempt needs it. */
export interface StoredDelivery {
  id: string;
  companyId: string;
  /** Null: the analysis was erased. */
  analysisId: string | null;
  target: DeliveryTargetName;
  funnel: FunnelFacts;
  state: DeliveryState;
  hasBody: boolean;
  /** Failed attempts since the submission or the last redelivery. */
  tries: number;
  redeliveries: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
  /** Whether `nextAttemptAt` lies in the future. */
  isEarly: boolean;
}

/** The delivery of a job, whatever its company; undefined when it was deleted. Served by the primary key. */
export async function findDueDelivery(db: Db, id: string): Promise<StoredDelivery | undefined> {
  const { rows } = await db.raw<{ rows: (Omit<StoredDelivery, 'funnel'> & FunnelFacts)[] }>(
    `select id, company_id as "companyId", analysis_id as "analysisId", target, page_origin as "pageOrigin", subdomain,
       funnel_value as value, language, state, has_body as "hasBody", tries, redeliveries,
       created_at as "createdAt", next_attempt_at as "nextAttemptAt", coalesce(next_attempt_at > now(), false) as "isEarly"
     from all_deliveries where id = ?`,
    [id],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { pageOrigin, subdomain, value, language, ...delivery } = row;
  return { ...delivery, funnel: { pageOrigin, subdomain, value, language } };
}
