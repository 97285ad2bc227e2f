import { setTimeout as delay } from 'node:timers/promises';
import { createRunsPerKey, type Db, type Logger } from '@svc/kit';
import type { Knex } from 'knex';
import { type Followed, listChangedCompanies, listOutdated, readCursor, writeCursor } from '../../db/follow.js';
import type { ListedChanges } from '../companies/peers.js';

/** Companies that are pulled simultaneously: a catalog of 200,000 variants has tens of megabytes. */
const MAX_PULLS = 4;
/** How long a run waits for slow companies, milliseconds: within the 2 s in which changes of the others must show. */
const MAX_WAIT_MS = 500;

/** A follower: one run, which the caller repeats, and what waits for the work that slow companies still have. */
export interface Follower {
  /** @returns whether everything that was listed is applied; otherwise slow companies are still at work, and the next run lists them again. */
  run(signal: AbortSignal): Promise<boolean>;
  settled(): Promise<void>;
}

/**
 * Pulls what changed in another service since the last run. A company that fails or takes long does not delay the others; the
 * cursor then stays, so that the next run lists it again.
 */
export function createPeerFollower(deps: {
  db: Db;
  log: Logger;
  name: Followed;
  companies: { refresh(companyId: string): Promise<unknown> };
  list(cursor: string): Promise<ListedChanges>;
  pull(companyId: string): Promise<void>;
}): Follower {
  const { db, name, companies, pull } = deps;
  let stopping: AbortSignal | undefined;
  const pulls = createRunsPerKey(async (companyId) => {
    if (stopping?.aborted) return;
    await pull(companyId);
    await companies.refresh(companyId);
  }, MAX_PULLS);
  let cursor: string | undefined;
  return {
    async run(signal) {
      stopping = signal;
      cursor ??= await readCursor(db, name);
      const listed = await deps.list(cursor);
      const outdated = await listOutdated(db, name, listed.changes);
      if (!(await endSoon(outdated.map(pulls.runNext)))) return false;
      // Writing raises the transaction id and with it the next cursor, so a cursor that passes no change stays in memory only.
      if (listed.changes.length > 0 && listed.cursor !== cursor) await writeCursor(db, name, listed.cursor);
      cursor = listed.cursor;
      return true;
    },
    settled: pulls.settled,
  };
}

/** Applies what any replica stored since the last run to the loaded companies. */
export function createReplicaFollower(deps: {
  db: Knex;
  companies: { heldIds(): string[]; refresh(companyId: string): Promise<unknown> };
}): Follower {
  const { db, companies } = deps;
  const refreshes = createRunsPerKey(companies.refresh);
  let cursor: string | null = null;
  return {
    async run() {
      const changed = await listChangedCompanies(db, cursor);
      // A company that was read before the first cursor may have missed a change.
      const companyIds = cursor === null ? companies.heldIds() : changed.companyIds;
      if (!(await endSoon(companyIds.map(refreshes.runNext)))) return false;
      cursor = changed.cursor;
      return true;
    },
    settled: refreshes.settled,
  };
}

/**
 * Waits for all, but not long for slow ones.
 * @returns whether all have ended. Rejects with the first failure when all have ended or the time is over.
 */
async function endSoon(work: Promise<unknown>[]): Promise<boolean> {
  if (work.length === 0) return true;
  let failure: { reason: unknown } | undefined;
  const ended = Promise.all(
    work.map((one) =>
      one.catch((reason: unknown) => {
        failure ??= { reason };
      }),
    ),
  );
  const timer = new AbortController();
  const hasEnded = await Promise.race([
    ended.then(() => true),
    delay(MAX_WAIT_MS, false, { signal: timer.signal }).catch(() => false),
  ]);
  timer.abort();
  if (failure) throw failure.reason;
  return hasEnded;
}
