import type { UtcDay } from '@svc/domain';
import type { Knex } from 'knex';

/**
 * Deletes the events and answers of erased analyses and inserts a mark with the same key for batches that are being stored:
 * an earlier batch holds the row until it is stored, a later one finds the mark and is rejected. Idempotent.
 * @param hashes - SHA-256 of the analysis ids.
 * @returns the number of analyses that had a session.
 */
export async function eraseSessions(trx: Knex.Transaction, hashes: readonly Buffer[]): Promise<number> {
  // In a fixed order, so that two replicas with the same list wait for each other instead of deadlocking.
  const { rows } = await trx.raw<{ rows: { analysis_hash: Buffer; day: UtcDay | null }[] }>(
    `insert into all_event_sessions as session (analysis_hash, erased_at)
     select hash, now() from unnest(?::bytea[]) as erased (hash) order by hash
     on conflict (analysis_hash) do update
       set erased_at = now(), options = '{}', event_count = 0, change_xid = change_stamp()
       where session.erased_at is null
     returning analysis_hash, day::text`,
    [[...hashes]],
  );
  const byDay = new Map<UtcDay, Buffer[]>();
  for (const { analysis_hash, day } of rows) {
    if (day !== null) byDay.set(day, [...(byDay.get(day) ?? []), analysis_hash]);
  }
  // A separate statement, which sees what the batches stored that the first statement waited for.
  for (const [day, ofDay] of byDay) {
    await trx('interaction_events').where({ day }).whereIn('analysis_hash', ofDay).delete();
  }
  return [...byDay.values()].reduce((sum, ofDay) => sum + ofDay.length, 0);
}
