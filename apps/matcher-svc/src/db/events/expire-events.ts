import type { UtcDay } from '@svc/domain';
import type { Db } from '@svc/kit';

/** Maximum number of rows changed by one statement. */
export const EXPIRE_BATCH = 1_000;

/**
 * Clears the answers of sessions whose events were deleted. The remaining row marks late events of the same analysis as late.
 * Replicas may run it concurrently: rows that another replica is changing are skipped.
 * @returns the number of cleared sessions.
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

/** Deletes the remaining rows of old sessions. Replicas may run it concurrently. @returns the number of deleted rows. */
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

/** Deletes old marks of erased analyses. Replicas may run it concurrently. @returns the number of deleted marks. */
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

/** Deletes the statistics of old days. @returns the number of deleted rows. */
export async function deleteOldStats(db: Db, before: UtcDay): Promise<number> {
  return db('all_learning_days').where('day', '<', before).delete();
}
