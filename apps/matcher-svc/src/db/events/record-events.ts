import { INTERACTION_TYPES, type InteractionEvent } from '@svc/domain';
import type { Knex } from 'knex';
import type { UtcDay } from '../../events/utc-day.js';

/** An analysis as its events see it. */
export interface NewSession {
  /** SHA-256 of the analysis id. */
  analysisHash: Buffer;
  companyId: string;
  funnelId: string;
  isPreview: boolean;
  /** Option tokens. */
  options: readonly string[];
  /** Day of its first event, if these are the first. */
  day: UtcDay;
}

/** An event whose time is known. */
export type TimedEvent = InteractionEvent & { occurredAt: Date };

/**
 * Opens the session of an analysis, or finds it, and locks it until the transaction ends: batches and the erasure of one
 * analysis come one after the other.
 * @returns null for an erased analysis.
 */
export async function openSession(
  transaction: Knex.Transaction,
  session: NewSession,
): Promise<{ day: UtcDay; eventCount: number } | null> {
  const { rows } = await transaction.raw<{ rows: { day: UtcDay; event_count: number }[] }>(
    `insert into event_sessions (analysis_hash, company_id, funnel_id, day, is_preview, options)
     values (?, ?, ?, ?::date, ?, ?::text[])
     on conflict (analysis_hash) do update set change_xid = pg_current_xact_id()
       where event_sessions.erased_at is null
     returning day::text, event_count`,
    [
      session.analysisHash,
      session.companyId,
      session.funnelId,
      session.day,
      session.isPreview,
      session.options as string[],
    ],
  );
  const [row] = rows;
  return row ? { day: row.day, eventCount: row.event_count } : null;
}

/**
 * Stores those events of a batch whose ids are new, and counts them. The session is locked.
 * @returns how many were new.
 */
export async function insertEvents(
  transaction: Knex.Transaction,
  analysisHash: Buffer,
  day: UtcDay,
  events: readonly TimedEvent[],
): Promise<number> {
  const { rows } = await transaction.raw<{ rows: { inserted: number }[] }>(
    `with inserted as (
       insert into interaction_events (analysis_hash, day, event_id, type, variant_id, position, occurred_at)
       select :analysisHash, :day::date, event_id, type, variant_id, position, occurred_at
         from unnest(:ids::text[], :types::smallint[], :variantIds::text[], :positions::integer[], :times::timestamptz[])
           as batch (event_id, type, variant_id, position, occurred_at)
       on conflict do nothing
       returning 1
     ), counted as (
       select count(*)::integer as inserted from inserted
     )
     update event_sessions set event_count = event_count + inserted from counted
      where analysis_hash = :analysisHash
     returning inserted`,
    {
      analysisHash,
      day,
      ids: events.map(({ id }) => id),
      types: events.map(({ type }) => INTERACTION_TYPES.indexOf(type) + 1),
      variantIds: events.map(({ variantId }) => variantId),
      positions: events.map(({ position }) => position ?? null),
      times: events.map(({ occurredAt }) => occurredAt.toISOString()),
    },
  );
  return rows[0]?.inserted ?? 0;
}
