import type { UtcDay } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { Knex } from 'knex';

/** One day of a funnel. */
export interface FunnelDay {
  companyId: string;
  funnelId: string;
  day: UtcDay;
}

/** Marks a day whose statistics must be computed again. */
export async function markStale(db: Db, { companyId, funnelId, day }: FunnelDay): Promise<void> {
  await db('stale_learning_days').insert({ company_id: companyId, funnel_id: funnelId, day }).onConflict().ignore();
}

/**
 * Marks the days of all sessions that changed at or after the cursor, from `since` on, and returns the next cursor. A day may be
 * marked twice but is never missed (ADR 7).
 * @param cursor - empty, or from the future (the database was restored): from the beginning.
 */
export async function markChangedDays(
  trx: Knex.Transaction,
  cursor: string,
  since: UtcDay,
): Promise<{ cursor: string; marked: number }> {
  const { rows: starts } = await trx.raw<{ rows: { start: string }[] }>(
    'select change_start(?::text::xid8)::text as start',
    [cursor || '0'],
  );
  // One statement, so that list and cursor come from one snapshot. The start is a parameter instead of a subquery, so that the
  // planner knows that few sessions follow it and uses event_sessions_change_idx.
  const { rows } = await trx.raw<{ rows: { cursor: string; marked: number }[] }>(
    `with marked as (
       insert into all_stale_learning_days (company_id, funnel_id, day)
       select distinct company_id, funnel_id, day from all_event_sessions
        where change_xid >= :start::xid8 and not is_preview and day >= :since::date
       on conflict do nothing
       returning 1
     )
     select change_position()::text as cursor, (select count(*)::integer from marked) as marked`,
    { start: starts[0]!.start, since },
  );
  return rows[0]!;
}

/** The day that was marked first and is not in `skipped`; null: there is none. */
export async function nextStaleDay(db: Db, skipped: readonly FunnelDay[]): Promise<FunnelDay | null> {
  const rows = await db('all_stale_learning_days')
    .orderBy(['stale_since', 'company_id', 'funnel_id', 'day'])
    .limit(skipped.length + 1)
    .select<FunnelDay[]>('company_id as companyId', 'funnel_id as funnelId', db.raw('day::text as day'));
  const isSkipped = (row: FunnelDay) =>
    skipped.some((one) => one.day === row.day && one.funnelId === row.funnelId && one.companyId === row.companyId);
  return rows.find((row) => !isSkipped(row)) ?? null;
}

/** Removes the mark of a day. */
export async function clearStale(db: Db, { companyId, funnelId, day }: FunnelDay): Promise<void> {
  await db('stale_learning_days').where({ company_id: companyId, funnel_id: funnelId, day }).delete();
}
