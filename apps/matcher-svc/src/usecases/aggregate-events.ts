import { setImmediate } from 'node:timers/promises';
import type { Clock, Logger } from '@svc/kit';
import type { Knex } from 'knex';
import { readSessions } from '../db/events/read-sessions.js';
import { clearStale, type FunnelDay, markChangedDays, nextStaleDay } from '../db/events/stale-days.js';
import { readCursor, writeCursor } from '../db/follow.js';
import { writeLearningDay } from '../db/learning-days.js';
import { dayAggregator } from '../events/aggregate-day.js';
import { EVENT_DAYS } from '../events/retention.js';
import { addDays, type UtcDay, utcDay } from '../events/utc-day.js';

export interface AggregateDeps {
  knex: Knex;
  clock: Clock;
  log: Logger;
}

/** Longest statement while a day is read, milliseconds: the first page of a large one may have to be sorted out. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Adds up again every day whose events changed, from the events themselves: nothing can be counted twice or drift away. At
 * most one replica works at a time; the others find nothing to do. A day that fails does not hold up the others.
 * @returns how many days were added up.
 */
export async function aggregateEvents(deps: AggregateDeps, signal?: AbortSignal): Promise<number> {
  const since = addDays(utcDay(deps.clock.now()), -EVENT_DAYS);
  if (!(await noteChanges(deps.knex, since))) return 0;
  const failed: FunnelDay[] = [];
  let failure: unknown;
  let done = 0;
  while (!signal?.aborted) {
    const stale = await nextStaleDay(deps.knex, failed);
    if (!stale) break;
    try {
      if (!(await addUp(deps.knex, stale, since, signal))) break;
      done += 1;
    } catch (error) {
      failure ??= error;
      failed.push(stale);
    }
  }
  if (failure !== undefined) throw failure;
  if (done > 0) deps.log.debug({ days: done }, 'interactions added up');
  return done;
}

/** @returns false when another replica is at work. */
function noteChanges(knex: Knex, since: UtcDay): Promise<boolean> {
  return knex.transaction(async (transaction) => {
    if (!(await isAlone(transaction))) return false;
    const { cursor } = await markChangedDays(transaction, await readCursor(transaction, 'events'), since);
    await writeCursor(transaction, 'events', cursor);
    return true;
  });
}

/**
 * Adds up one day. What changes after its events were read is noted by a later `noteChanges`, which cannot run before this
 * transaction has ended: so the note that is cleared here is never that one.
 * @returns false when another replica is at work.
 */
function addUp(knex: Knex, stale: FunnelDay, since: UtcDay, signal?: AbortSignal): Promise<boolean> {
  return knex.transaction(async (transaction) => {
    if (!(await isAlone(transaction))) return false;
    // Events are about to go, or gone: then the sums stay as they are.
    if (stale.day >= since) {
      await transaction.raw(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
      const sums = dayAggregator();
      for await (const sessions of readSessions(transaction, stale)) {
        signal?.throwIfAborted();
        for (const session of sessions) sums.add(session);
        await setImmediate(); // Matches of this process come in between.
      }
      await writeLearningDay(transaction, stale, sums.finish());
    }
    await clearStale(transaction, stale);
    return true;
  });
}

/** Until the transaction ends no other replica adds up. */
async function isAlone(transaction: Knex.Transaction): Promise<boolean> {
  const { rows } = await transaction.raw<{ rows: { locked: boolean }[] }>(
    "select pg_try_advisory_xact_lock(hashtext('aggregate-events')) as locked",
  );
  return rows[0]?.locked === true;
}
