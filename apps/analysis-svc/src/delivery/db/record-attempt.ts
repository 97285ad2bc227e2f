import type { Db } from '@svc/kit';
import type { DeliveryState } from '../delivery.js';
import type { Outcome } from '../sending/outcome.js';
import { type BegunAttempt, ENDS_SENDING } from './begin-attempt.js';

/** The state of a delivery after an attempt. */
export interface AfterAttempt {
  state: DeliveryState;
  /** For a pending delivery: the pause before the next attempt; null: it is held until its endpoint is enabled. */
  delayMs: number | null;
}

/**
 * Stores the outcome of an attempt. A delivery that was redelivered or finished by another process in the meantime keeps its
 * state. For an erased delivery only the end of the attempt is stored, which the erasure waits for.
 * @returns when the next attempt is due; undefined: this attempt does not schedule one.
 */
export async function recordAttempt(
  trx: Db,
  delivery: { id: string; redeliveries: number },
  attempt: { begun: BegunAttempt; startedAt: Date; durationMs: number; outcome: Outcome },
  after: AfterAttempt,
): Promise<{ nextAttemptAt: Date | null } | undefined> {
  const { begun, outcome } = attempt;
  const { rows } = await trx.raw<{ rows: { isKept: boolean; isOurs: boolean; nextAttemptAt: Date | null }[] }>(
    `with before as (
       select id, analysis_id is not null as is_kept,
              analysis_id is not null and state = 'PENDING' and redeliveries = :redeliveries as is_ours
         from deliveries where id = :id for update
     )
     update deliveries set
       sending_until = case when ${ENDS_SENDING} then null else sending_until end,
       last_status = case when is_kept then :status else last_status end,
       last_error = case when is_kept then :error else last_error end,
       tries = case when is_ours and :state <> 'DELIVERED' then tries + 1 else tries end,
       state = case when is_ours then :state else state end,
       finished_at = case when is_ours and :state <> 'PENDING' then now() else finished_at end,
       next_attempt_at = case when is_ours
         then date_trunc('milliseconds', now() + :delay::bigint * interval '1 millisecond') else next_attempt_at end
     from before where deliveries.id = before.id
     returning is_kept as "isKept", is_ours as "isOurs", next_attempt_at as "nextAttemptAt"`,
    {
      id: delivery.id,
      redeliveries: delivery.redeliveries,
      number: begun.number,
      isAlone: begun.isAlone,
      status: outcome.status,
      error: outcome.error,
      state: after.state,
      delay: after.state === 'PENDING' ? after.delayMs : null,
    },
  );
  const [row] = rows;
  if (!row?.isKept) return undefined;
  await trx.raw(
    `insert into delivery_attempts
       (delivery_id, number, started_at, duration_ms, url, status, error, request_headers, response_body)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    [
      delivery.id,
      begun.number,
      attempt.startedAt,
      attempt.durationMs,
      outcome.url,
      outcome.status,
      outcome.error,
      JSON.stringify(outcome.requestHeaders),
      outcome.responseBody,
    ],
  );
  return row.isOurs ? { nextAttemptAt: row.nextAttemptAt } : undefined;
}
