import { INTERACTION_TYPES } from '@svc/domain';
import type { Knex } from 'knex';
import type { EventSession } from '../../events/aggregate-day.js';
import { partitionOf } from './event-partitions.js';
import type { FunnelDay } from './stale-days.js';

/** Sessions read at once. */
const PAGE = 500;

interface Row {
  options: string[];
  types: number[];
  variant_ids: string[];
  positions: (number | null)[];
}

/**
 * The sessions of one day with their events, without previews, in pages from a cursor: memory does not grow with the day.
 * Reads the day's partition itself, so that a long reading holds up no partition that is made or dropped meanwhile.
 */
export async function* readSessions(
  transaction: Knex.Transaction,
  { companyId, funnelId, day }: FunnelDay,
): AsyncGenerator<EventSession[], void, undefined> {
  const partition = partitionOf(day);
  const { rows: found } = await transaction.raw<{ rows: { found: boolean }[] }>(
    'select to_regclass(?) is not null as found',
    [partition],
  );
  if (!found[0]?.found) return;
  await transaction.raw(
    `declare day_sessions no scroll cursor for
     select session.options, event.types, event.variant_ids, event.positions
       from event_sessions as session,
            lateral (
              select array_agg(type) as types, array_agg(variant_id) as variant_ids, array_agg(position) as positions
                from ?? where analysis_hash = session.analysis_hash
            ) as event
      where session.company_id = ? and session.funnel_id = ? and session.day = ?::date
        and not session.is_preview and session.erased_at is null and event.types is not null`,
    [partition, companyId, funnelId, day],
  );
  for (;;) {
    const { rows } = await transaction.raw<{ rows: Row[] }>(`fetch ${PAGE} from day_sessions`);
    if (rows.length > 0) yield rows.map(toSession);
    if (rows.length < PAGE) break;
  }
  await transaction.raw('close day_sessions');
}

const toSession = ({ options, types, variant_ids, positions }: Row): EventSession => ({
  options,
  events: types.map((type, index) => ({
    type: INTERACTION_TYPES[type - 1]!,
    variantId: variant_ids[index]!,
    ...(positions[index] === null ? {} : { position: positions[index]! }),
  })),
});
