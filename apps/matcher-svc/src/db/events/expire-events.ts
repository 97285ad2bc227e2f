import type { Db } from '@svc/kit';
import type { UtcDay } from '../../events/utc-day.js';

/** Rows changed by one statement. */
export const EXPIRE_BATCH = 1_000;

/**
 * Empties the answers of sessions whose events are gone. What stays tells late events that their analysis is not new.
 * Replicas may run it at once: rows that another one works on are skipped.
 * @returns how many were emptied.
 */
export async function emptyOldSessions(db: Db, before: UtcDay): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `with old as (
       select analysis_hash from all_event_sessions where day < ?::date and options <> '{}'
       limit ${EXPIRE_BATCH} for update skip locked
     )
     update all_event_sessions as session set options = '{}' from old where session.analysis_hash = old.analysis_hash`,
    [before],
  );
  return rowCount;
}

/** Deletes what is left of old sessions. Replicas may run it at once. @returns how many were deleted. */
export async function deleteOldSessions(db: Db, before: UtcDay): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `with old as (
       select analysis_hash from all_event_sessions where day < ?::date limit ${EXPIRE_BATCH} for update skip locked
     )
     delete from all_event_sessions as session using old where session.analysis_hash = old.analysis_hash`,
    [before],
  );
  return rowCount;
}

/** Deletes marks of analyses that were erased some days ago. Replicas may run it at once. @returns how many were deleted. */
export async function deleteOldMarks(db: Db, before: Date): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `with old as (
       select analysis_hash from all_event_sessions where erased_at < ? limit ${EXPIRE_BATCH} for update skip locked
     )
     delete from all_event_sessions as session using old where session.analysis_hash = old.analysis_hash`,
    [before],
  );
  return rowCount;
}

/** Deletes the sums of old days. @returns how many were deleted. */
export async function deleteOldStats(db: Db, before: UtcDay): Promise<number> {
  return db('all_learning_days').where('day', '<', before).delete();
}
