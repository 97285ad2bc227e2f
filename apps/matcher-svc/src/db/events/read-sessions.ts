import { INTERACTION_TYPES } from '@svc/domain';
import { readByCursor } from '@svc/kit';
import type { Knex } from 'knex';
import type { EventSession } from '../../events/aggregate-day.js';
import { toPartition } from './event-partitions.js';
import type { FunnelDay } from './stale-days.js';

/** Sessions per read: one or two milliseconds of work, so that concurrent matches are not delayed. */
const PAGE = 100;

interface Row {
  options: string[];
  events: [type: number, variantId: string, position: number | null][];
}

/**
 * Reads the sessions of one day with their events, without previews, page by page with a cursor, so that memory does not grow
 * with the day. Reads the day's partition directly, so that it does not block creating or dropping other partitions; fails without one.
 */
export async function* readSessions(
  trx: Knex.Transaction,
  { companyId, funnelId, day }: FunnelDay,
): AsyncGenerator<EventSession[], void, undefined> {
  for await (const rows of readByCursor<Row>(trx, {
    name: 'day_sessions',
    sql: `select array_to_json(session.options) as options, event.list as events
       from event_sessions as session,
            lateral (
              select json_agg(json_build_array(type, variant_id, position)) as list
                from ?? where analysis_hash = session.analysis_hash
            ) as event
      where session.company_id = ? and session.funnel_id = ? and session.day = ?::date
        and not session.is_preview and session.erased_at is null and event.list is not null`,
    bindings: [toPartition(day), companyId, funnelId, day],
    rows: PAGE,
  }))
    yield rows.map(toSession);
}

/** The variants with the most events of a day, in a fixed order: for a day with too many variants to aggregate. Fails without a partition. */
export async function listFrequentVariants(
  trx: Knex.Transaction,
  { companyId, funnelId, day }: FunnelDay,
  limit: number,
): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { variant_id: string }[] }>(
    `select variant_id from ?? join event_sessions as session using (analysis_hash)
      where session.company_id = ? and session.funnel_id = ? and session.day = ?::date
        and not session.is_preview and session.erased_at is null
      group by variant_id order by count(*) desc, variant_id limit ?`,
    [toPartition(day), companyId, funnelId, day, limit],
  );
  return rows.map((row) => row.variant_id);
}

const toSession = ({ options, events }: Row): EventSession => ({
  options,
  events: events.map(([type, variantId, position]) => ({
    type: INTERACTION_TYPES[type - 1]!,
    variantId,
    ...(position === null ? {} : { position }),
  })),
});
