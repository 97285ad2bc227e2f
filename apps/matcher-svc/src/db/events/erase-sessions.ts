import type { Knex } from 'knex';
import type { UtcDay } from '../../events/utc-day.js';

/**
 * Deletes the events and answers of erased analyses and leaves a mark under the same key, so that a batch that was on its
 * way finds it: one that comes earlier holds the row until it is stored, one that comes later is refused. Repeating it
 * changes nothing.
 * @param hashes - SHA-256 of the analysis ids.
 * @returns how many had a session.
 */
export async function eraseSessions(transaction: Knex.Transaction, hashes: readonly Buffer[]): Promise<number> {
  // In one order, so that two replicas with the same list wait for each other instead of both failing.
  const { rows } = await transaction.raw<{ rows: { analysis_hash: Buffer; day: UtcDay | null }[] }>(
    `insert into all_event_sessions as session (analysis_hash, erased_at)
     select hash, now() from unnest(?::bytea[]) as erased (hash) order by hash
     on conflict (analysis_hash) do update
       set erased_at = now(), options = '{}', event_count = 0, change_xid = pg_current_xact_id()
       where session.erased_at is null
     returning analysis_hash, day::text`,
    [[...hashes]],
  );
  const byDay = new Map<UtcDay, Buffer[]>();
  for (const { analysis_hash, day } of rows) {
    if (day !== null) byDay.set(day, [...(byDay.get(day) ?? []), analysis_hash]);
  }
  // A statement of its own sees what the batches had stored for which the first one waited.
  for (const [day, ofDay] of byDay) {
    await transaction('interaction_events').where({ day }).whereIn('analysis_hash', ofDay).delete();
  }
  return [...byDay.values()].reduce((sum, ofDay) => sum + ofDay.length, 0);
}
