import type { Knex } from 'knex';
import { deleteOldErasures, ERASED_DELETE_BATCH } from '../db/list-erased-analyses.js';

/** Deletes all entries of erased analyses older than 35 days in statements of at most 1,000. Returns their number. */
export async function deleteAllOldErasures(db: Knex, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  let batch: number;
  do {
    batch = await deleteOldErasures(db);
    deleted += batch;
  } while (batch === ERASED_DELETE_BATCH && !signal?.aborted);
  return deleted;
}
