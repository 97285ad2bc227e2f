import type { Knex } from 'knex';

/** Analyses that are looked at, and deleted at most, by one statement. */
const BATCH = 1_000;

/**
 * Deletes those of the 1,000 oldest analyses that are older than `days`, of all companies. Replicas may run it concurrently: each skips
 * what another one is deleting.
 * @returns the number of deleted analyses.
 */
export async function deleteOldAnalyses(db: Knex, days: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { deleted: number }[] }>('select delete_old_analyses(?, ?) as deleted', [
    days,
    BATCH,
  ]);
  return rows[0]?.deleted ?? 0;
}
