import type { Db } from '@svc/kit';
import type { DeliveryAttempt, DeliveryRecord, DeliverySummary } from '../delivery.js';
import { SUMMARY_COLUMNS, toSummary } from './list-deliveries.js';

/** Maximum number of returned attempts. Only a redelivered delivery has more. */
const MAX_SHOWN_ATTEMPTS = 100;

/** Maximum length of a returned body in characters; a response between services may have 8 MiB. */
const MAX_SHOWN_BODY = 1_000_000;

/** One delivery of a company with its attempts, newest first; undefined when there is none, or its analysis was erased. */
export async function findDelivery(db: Db, companyId: string, id: string): Promise<DeliveryRecord | undefined> {
  const { rows } = await db.raw<{ rows: (DeliverySummary & { body: string | null; bytes: number | null })[] }>(
    `select ${SUMMARY_COLUMNS}, left(body, ${MAX_SHOWN_BODY}) as body, octet_length(body) as bytes
       from deliveries where id = ? and company_id = ? and analysis_id is not null`,
    [id, companyId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const attempts = await db.raw<{ rows: DeliveryAttempt[] }>(
    `select number, started_at as "startedAt", duration_ms as "durationMs", url, status, error,
       request_headers as "requestHeaders", response_body as "responseBody"
     from delivery_attempts where delivery_id = ? order by number desc limit ?`,
    [id, MAX_SHOWN_ATTEMPTS],
  );
  return {
    ...toSummary(row),
    requestBody: row.body,
    requestBodyBytes: row.bytes,
    attemptLog: attempts.rows,
  };
}
