import { type Db, type Logger, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { type Followed, listChangedCompanies, listOutdated, readCursor, writeCursor } from '../../db/follow.js';
import type { ListedChanges } from '../companies/peers.js';

/**
 * Pulls what changed in another service since the last run. A company that fails does not delay the others; the cursor then
 * stays, so that the next run lists it again.
 * @returns a function for one run; the caller repeats it.
 */
export function createPeerFollower(deps: {
  db: Db;
  log: Logger;
  name: Followed;
  companies: { refresh(companyId: string): Promise<unknown> };
  list(cursor: string): Promise<ListedChanges>;
  pull(companyId: string): Promise<void>;
}): (signal: AbortSignal) => Promise<void> {
  const { db, name, companies, pull } = deps;
  let cursor: string | undefined;
  return async (signal) => {
    cursor ??= await readCursor(db, name);
    const listed = await deps.list(cursor);
    let failure: unknown;
    for (const companyId of await listOutdated(db, name, listed.changes)) {
      if (signal.aborted) return;
      try {
        await pull(companyId);
        await companies.refresh(companyId);
      } catch (error) {
        failure ??= error;
        if (isDown(error)) break;
      }
    }
    if (failure !== undefined) throw failure;
    // Writing raises the transaction id and with it the next cursor, so a cursor that passes no change stays in memory only.
    if (listed.changes.length > 0 && listed.cursor !== cursor) await writeCursor(db, name, listed.cursor);
    cursor = listed.cursor;
  };
}

const isDown = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'UNAVAILABLE' || error.code === 'TIMEOUT');

/** Applies what any replica stored since the last run to the loaded companies. */
export function createReplicaFollower(deps: {
  db: Knex;
  companies: { loadedIds(): string[]; refresh(companyId: string): Promise<unknown> };
}): () => Promise<void> {
  const { db, companies } = deps;
  let cursor: string | null = null;
  return async () => {
    const changed = await listChangedCompanies(db, cursor);
    // A company that was loaded before the first cursor may have missed a change.
    const companyIds = cursor === null ? companies.loadedIds() : changed.companyIds;
    const refreshed = await Promise.allSettled(companyIds.map((companyId) => companies.refresh(companyId)));
    const failed = refreshed.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    cursor = changed.cursor;
  };
}
