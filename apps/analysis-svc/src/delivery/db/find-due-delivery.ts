import type { DeliveryTargetName } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { FunnelFacts } from '../../db/insert-deliveries.js';
import type { DeliveryState } from '../delivery.js';

/** A delivery as an attempt needs it, without its body. */
export interface StoredDelivery {
  id: string;
  companyId: string;
  /** Null: it was erased. */
  analysisId: string | null;
  target: DeliveryTargetName;
  funnel: FunnelFacts;
  state: DeliveryState;
  hasBody: boolean;
  /** Failed attempts since the submission or the last redelivery. */
  tries: number;
  redeliveries: number;
  nextAttemptAt: Date | null;
  /** Its time has not come. */
  isEarly: boolean;
}

/** The delivery of a job, which says nothing of a company; undefined when it is gone. Served by the primary key. */
export async function findDueDelivery(db: Db, id: string): Promise<StoredDelivery | undefined> {
  const { rows } = await db.raw<{ rows: (Omit<StoredDelivery, 'funnel'> & FunnelFacts)[] }>(
    `select id, company_id as "companyId", analysis_id as "analysisId", target, page_origin as "pageOrigin", subdomain,
       funnel_value as value, language, state, has_body as "hasBody", tries, redeliveries,
       next_attempt_at as "nextAttemptAt", coalesce(next_attempt_at > now(), false) as "isEarly"
     from all_deliveries where id = ?`,
    [id],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { pageOrigin, subdomain, value, language, ...delivery } = row;
  return { ...delivery, funnel: { pageOrigin, subdomain, value, language } };
}
