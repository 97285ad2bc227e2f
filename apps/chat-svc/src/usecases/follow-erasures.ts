import type { Knex } from 'knex';
import { eraseAnalyses, readErasureCursor, writeErasureCursor } from '../db/erasures.js';

/** Pages per run; the next run continues. */
const MAX_PAGES = 1_000;

/** Where erasures are listed. */
export interface ErasureSource {
  /** Hashes of analyses that were erased since the cursor, and the next cursor. */
  listErased(cursor: string): Promise<{ hashes: Buffer[]; cursor: string }>;
}

/** Deletes the conversations that name analyses which were erased since the last run. Idempotent; all replicas may run it. docs/chat.md T4.3. */
export function followErasures({ db, source }: { db: Knex; source: ErasureSource }) {
  return async (signal: AbortSignal): Promise<void> => {
    let cursor = await readErasureCursor(db);
    for (let page = 0; page < MAX_PAGES && !signal.aborted; page += 1) {
      const { hashes, cursor: next } = await source.listErased(cursor);
      if (hashes.length === 0) return;
      await db.transaction((trx) => eraseAnalyses(trx, hashes));
      if (next === cursor) return;
      await writeErasureCursor(db, next);
      cursor = next;
    }
  };
}
