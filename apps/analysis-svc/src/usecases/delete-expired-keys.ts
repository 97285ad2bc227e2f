import type { Knex } from 'knex';
import { DELETE_BATCH, deleteExpiredKeys } from '../db/delete-expired-keys.js';

/**
 * Deletes all expired idempotency records in statements of at most 1,000. Returns their number. docs/reliability.md R1.6.
 */
export async function deleteAllExpiredKeys(db: Knex, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  let batch: number;
  do {
    batch = await deleteExpiredKeys(db);
    deleted += batch;
  } while (batch === DELETE_BATCH && !signal?.aborted);
  return deleted;
}
