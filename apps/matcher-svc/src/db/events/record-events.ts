import { INTERACTION_TYPES, type InteractionEvent, MAX_EVENTS_PER_ANALYSIS, type UtcDay } from '@svc/domain';
import { type Db, type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';

/** An analysis as its events refer to it. */
export interface NewSession {
  /** SHA-256 of the analysis id. */
  analysisHash: Buffer;
  companyId: string;
  funnelId: string;
  isPreview: boolean;
  /** Option tokens. */
  options: readonly string[];
  /** Day of its first event; used only when this batch is the first. */
  day: UtcDay;
}

/** An event with a known time. */
export type TimedEvent = InteractionEvent & { occurredAt: Date };

/** `stored`: number of new events. `expired`: the day is before `oldest` and nothing was stored. */
export type RecordOutcome = { stored: number } | 'expired' | 'refused';

const BATCH = `unnest($8::text[], $9::smallint[], $10::text[], $11::integer[], $12::timestamptz[])
         as batch (event_id, type, variant_id, position, occurred_at)`;

/**
 * Inserts or locks the session, so that batches and the erasure of one analysis are serialized, then inserts the new
 * events. `event_count` grows by the size of the batch, so it is never below the number of stored events.
 */
const RECORD: PreparedStatement = {
  name: 'record-events',
  text: `with session as (
       insert into event_sessions (analysis_hash, company_id, funnel_id, day, is_preview, options, event_count)
       values ($1, $2, $3, $4::date, $5, $6::text[], cardinality($8::text[]))
       on conflict (analysis_hash) do update
         set event_count = event_sessions.event_count + excluded.event_count, change_xid = change_stamp()
         where event_sessions.erased_at is null
           and event_sessions.event_count + excluded.event_count <= ${MAX_EVENTS_PER_ANALYSIS}
       returning day, day < $7::date as expired
     ), inserted as (
       insert into interaction_events (analysis_hash, day, event_id, type, variant_id, position, occurred_at)
       select $1, session.day, event_id, type, variant_id, position, occurred_at from session, ${BATCH}
        where not session.expired
       on conflict do nothing
       returning 1
     )
     select expired, (select count(*)::integer from inserted) as stored from session`,
};

/**
 * Stores the events of a batch whose ids are new, in one statement.
 * @param oldest - events of sessions before this day are not stored.
 * @returns `refused`: the analysis was erased, or its count reached the limit; nothing was stored.
 */
export async function recordBatch(
  db: Knex,
  session: NewSession,
  events: readonly TimedEvent[],
  oldest: UtcDay,
): Promise<RecordOutcome> {
  const { rows } = await runPreparedForCompany<{ expired: boolean; stored: number }>(db, session.companyId, RECORD, [
    session.analysisHash,
    session.companyId,
    session.funnelId,
    session.day,
    session.isPreview,
    session.options,
    oldest,
    ...toColumns(events),
  ]);
  const [row] = rows;
  if (!row) return 'refused';
  return row.expired ? 'expired' : { stored: row.stored };
}

/**
 * Like `recordBatch`, for a session whose count reached the limit: the count includes repeated events, so this computes the
 * exact number first.
 * @returns `refused` for an erased analysis; `full` when more than 2,000 events would be stored: roll back then.
 */
export async function recordBatchExactly(
  trx: Knex.Transaction,
  analysisHash: Buffer,
  events: readonly TimedEvent[],
  oldest: UtcDay,
): Promise<RecordOutcome | 'full'> {
  const session = await trx('event_sessions')
    .where({ analysis_hash: analysisHash })
    .whereNull('erased_at')
    .forUpdate()
    .first<{ day: UtcDay } | undefined>(trx.raw('day::text as day'));
  if (!session) return 'refused';
  const { day } = session;
  if (day < oldest) return 'expired';
  const ids = events.map(({ id }) => id);
  // A separate statement, which sees what the batches stored that the lock waited for.
  const { rows } = await trx.raw<{ rows: { known: number; repeated: number }[] }>(
    `select count(*)::integer as known, count(*) filter (where event_id = any (?::text[]))::integer as repeated
       from interaction_events where analysis_hash = ? and day = ?::date`,
    [ids, analysisHash, day],
  );
  const { known, repeated } = rows[0]!;
  const stored = new Set(ids).size - repeated;
  if (known + stored > MAX_EVENTS_PER_ANALYSIS) return 'full';
  const [listIds, types, variantIds, positions, times] = toColumns(events);
  await trx.raw(
    `insert into interaction_events (analysis_hash, day, event_id, type, variant_id, position, occurred_at)
     select ?, ?::date, batch.* from unnest(?::text[], ?::smallint[], ?::text[], ?::integer[], ?::timestamptz[]) as batch
     on conflict do nothing`,
    [analysisHash, day, listIds, types, variantIds, positions, times] as Knex.RawBinding[],
  );
  await trx('event_sessions')
    .where({ analysis_hash: analysisHash })
    .update({ event_count: known + stored, change_xid: trx.raw('change_stamp()') });
  return { stored };
}

/** The day of a stored session. */
export async function sessionDay(db: Db, analysisHash: Buffer): Promise<UtcDay | null> {
  const row = await db('event_sessions')
    .where({ analysis_hash: analysisHash })
    .first<{ day: UtcDay | null } | undefined>(db.raw('day::text as day'));
  return row?.day ?? null;
}

/** The events of a batch as columns, for `unnest`. */
function toColumns(events: readonly TimedEvent[]): unknown[][] {
  return [
    events.map(({ id }) => id),
    events.map(({ type }) => INTERACTION_TYPES.indexOf(type) + 1),
    events.map(({ variantId }) => variantId),
    events.map(({ position }) => position ?? null),
    events.map(({ occurredAt }) => occurredAt.toISOString()),
  ];
}
