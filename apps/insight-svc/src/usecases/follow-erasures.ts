import type { Knex } from 'knex';
import { eraseFacts } from '../db/analysis-facts.js';
import { eraseAnalyses } from '../db/erasures.js';
import { readCursor, writeCursor } from '../db/follower-cursors.js';

/** Pages per run; the next run continues. */
const MAX_PAGES = 1_000;

/** Where erasures are listed. */
export interface ErasureSource {
  /** Hashes of analyses that were erased since the cursor, and the next cursor. */
  listErased(cursor: string): Promise<{ hashes: Buffer[]; cursor: string }>;
}

/** Deletes what is known of and credited to analyses that were erased since the last run. Idempotent; all replicas may run it. docs/insight.md N8.3. */
export function followErasures({ db, source }: { db: Knex; source: ErasureSource }) {
  return async (signal: AbortSignal): Promise<void> => {
    let cursor = await readCursor(db, 'erasures');
    for (let page = 0; page < MAX_PAGES && !signal.aborted; page += 1) {
      const { hashes, cursor: next } = await source.listErased(cursor);
      if (hashes.length === 0) return;
      await db.transaction(async (trx) => {
        await eraseAnalyses(trx, hashes);
        await eraseFacts(trx, hashes);
      });
      if (next === cursor) return;
      await writeCursor(db, 'erasures', next);
      cursor = next;
    }
  };
}
