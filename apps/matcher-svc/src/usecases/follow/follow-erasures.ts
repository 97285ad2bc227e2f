import type { Knex } from 'knex';
import { eraseSessions } from '../../db/events/erase-sessions.js';
import { readCursor, writeCursor } from '../../db/follow.js';
import type { AnalysisPeer } from '../companies/peers.js';

/** Maximum number of pages per run; the next run continues. */
const MAX_PAGES = 1_000;

/**
 * Deletes the data of analyses that were erased since the last run. Idempotent; all replicas may run it.
 * @returns a function for one run, which returns the number of analyses that had events here.
 */
export function createErasureFollower(deps: {
  db: Knex;
  analysis: Pick<AnalysisPeer, 'listErased'>;
}): (signal: AbortSignal) => Promise<number> {
  const { db, analysis } = deps;
  let known: string | undefined;
  return async (signal) => {
    let erased = 0;
    let cursor = known ?? (await readCursor(db, 'erasures'));
    for (let page = 0; page < MAX_PAGES && !signal.aborted; page += 1) {
      const listed = await analysis.listErased(cursor);
      if (listed.hashes.length > 0) {
        erased += await db.transaction((trx) => eraseSessions(trx, listed.hashes));
      }
      const isLast = listed.hashes.length === 0 || listed.cursor === cursor;
      if (listed.hashes.length > 0 && listed.cursor !== cursor) await writeCursor(db, 'erasures', listed.cursor);
      cursor = listed.cursor;
      known = cursor;
      if (isLast) break;
    }
    return erased;
  };
}
