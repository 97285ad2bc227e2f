import { ANALYSIS_RETENTION_DAYS } from '@svc/domain';
import type { Knex } from 'knex';

/** Retention of the bodies of finished deliveries and of endpoint responses, which may contain contact data. */
const BODY_RETENTION_DAYS = 7;
/** Retention of deliveries and their attempts. */
const LOG_RETENTION_DAYS = 90;
const BATCH = 1_000;

const HAS_ENDED = `finished_at < now() - interval '${BODY_RETENTION_DAYS} days'`;
const IS_HELD = `state = 'PENDING' and next_attempt_at is null`;

const STATEMENTS = [
  // The condition outside is checked again for a row that changed meanwhile: one that is sent again needs its body.
  `update all_deliveries set body = null where ${HAS_ENDED} and id in (
     select id from all_deliveries where ${HAS_ENDED} and has_body limit ${BATCH})`,
  // What waits for a disabled endpoint can outlive its analysis, whose contact data are in the body.
  `update all_deliveries set body = null where ${IS_HELD} and id in (
     select id from all_deliveries as held where ${IS_HELD} and has_body
        and created_at < now() - interval '${ANALYSIS_RETENTION_DAYS[0]} days'
        and not exists (select from all_analyses where all_analyses.id = held.analysis_id) limit ${BATCH})`,
  `update all_delivery_attempts set response_body = null where (delivery_id, number) in (
     select delivery_id, number from all_delivery_attempts
      where started_at < now() - interval '${BODY_RETENTION_DAYS} days' and has_response limit ${BATCH})`,
  `delete from all_deliveries where id in (
     select id from all_deliveries where created_at < now() - interval '${LOG_RETENTION_DAYS} days' limit ${BATCH})`,
];

/** Clears and deletes rows whose retention is over, in statements of at most 1,000 rows. */
export async function deleteOldDeliveries(db: Knex, signal?: AbortSignal): Promise<void> {
  for (const statement of STATEMENTS) {
    let changed: number;
    do {
      const { rowCount } = await db.raw<{ rowCount: number }>(statement);
      changed = rowCount;
    } while (changed === BATCH && !signal?.aborted);
  }
}
