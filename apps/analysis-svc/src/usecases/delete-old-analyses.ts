import type { Knex } from 'knex';
import { deleteOldAnalyses } from '../db/delete-old-analyses.js';

/**
 * Deletes all analyses past their retention in statements of at most 1,000. Unlike an erasure it lists them nowhere: what belongs to
 * them has ended before (ADR 101).
 * @param days - undefined: they are kept.
 * @returns their number.
 */
export async function deleteAllOldAnalyses(db: Knex, days: number | undefined, signal?: AbortSignal): Promise<number> {
  if (days === undefined) return 0;
  let deleted = 0;
  let batch: number;
  do {
    batch = await deleteOldAnalyses(db, days);
    deleted += batch;
    // Fewer than a full batch is no end: analyses that stay, and those that another replica deletes, are looked at too.
  } while (batch > 0 && !signal?.aborted);
  return deleted;
}
