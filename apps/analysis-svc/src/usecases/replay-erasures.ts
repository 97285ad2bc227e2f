import type { Knex } from 'knex';
import { eraseAnalysis } from '../db/erase-analyses.js';
import { findByHash } from '../db/find-by-hash.js';
import { listAsErased } from '../db/list-erased-analyses.js';

/** Hashes that one search through all ids looks for. */
const BATCH = 10_000;

/**
 * Erases again what was erased after the time to which a database was restored. Idempotent. Nothing else may use the database
 * meanwhile. docs/operations.md "Erasures after a restore".
 * @param hashes - SHA-256 of the ids of analyses.
 * @returns the number of analyses that had come back.
 */
export async function replayErasures(db: Knex, hashes: Buffer[]): Promise<number> {
  let erased = 0;
  for (let start = 0; start < hashes.length; start += BATCH) {
    const batch = hashes.slice(start, start + BATCH);
    for (const { id, companyId } of await findByHash(db, batch)) {
      if (await eraseAnalysis(db, companyId, id)) erased += 1;
    }
    // Also those that this database never had: other services may have been restored to a later time.
    await listAsErased(db, batch);
  }
  return erased;
}
