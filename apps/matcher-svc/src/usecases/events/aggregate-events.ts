import { setImmediate } from 'node:timers/promises';
import { type Clock, forCompany, type Logger } from '@svc/kit';
import type { Knex } from 'knex';
import { listFrequentVariants, readSessions } from '../../db/events/read-sessions.js';
import { clearStale, type FunnelDay, markChangedDays, nextStaleDay } from '../../db/events/stale-days.js';
import { readCursor, writeCursor } from '../../db/follow.js';
import { writeLearningDayJson } from '../../db/learning-days.js';
import { type DayAggregator, dayAggregator, MAX_VARIANTS, TooManyVariantsError } from '../../events/aggregate-day.js';
import { EVENT_DAYS } from '../../events/retention.js';
import { addDays, type UtcDay, utcDay } from '../../events/utc-day.js';

export interface AggregateDeps {
  knex: Knex;
  clock: Clock;
  log: Logger;
  /** Sums held at once; default MAX_CELLS. */
  maxCells?: number;
}

/** After so long no further day is begun, milliseconds; the next run goes on, so that the rest of the process has its turn. */
const RUN_MS = 15_000;

/**
 * Adds up again every day whose events changed, from the events themselves: nothing can be counted twice or drift away. At
 * most one replica works at a time; the others find nothing to do. A day that fails does not hold up the others.
 * @returns how many days were added up; null when another replica was found at work.
 */
export async function aggregateEvents(deps: AggregateDeps, signal?: AbortSignal): Promise<number | null> {
  const since = addDays(utcDay(deps.clock.now()), -EVENT_DAYS);
  if (!(await noteChanges(deps.knex, since))) return null;
  const failed: FunnelDay[] = [];
  let failure: unknown;
  let done = 0;
  let alone = true;
  const until = performance.now() + RUN_MS;
  while (alone && !signal?.aborted && performance.now() < until) {
    const stale = await nextStaleDay(deps.knex, failed);
    if (!stale) break;
    try {
      alone = await addUp(deps, stale, since, signal);
      if (alone) done += 1;
    } catch (error) {
      failure ??= error;
      failed.push(stale);
    }
  }
  if (failure !== undefined) throw failure;
  if (done > 0) deps.log.debug({ days: done }, 'interactions added up');
  return alone ? done : null;
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
function addUp(deps: AggregateDeps, stale: FunnelDay, since: UtcDay, signal?: AbortSignal): Promise<boolean> {
  return forCompany(deps.knex, stale.companyId, async (transaction) => {
    if (!(await isAlone(transaction))) return false;
    // Events are about to go, or gone: then the sums stay as they are.
    if (stale.day >= since) {
      const sums = await sumsOf(deps, transaction, stale, signal);
      await writeLearningDayJson(transaction, stale, sums.pieces());
    }
    await clearStale(transaction, stale);
    return true;
  });
}

/** The sums of a day; where there are too many, those of its most frequent variants. */
async function sumsOf(
  deps: AggregateDeps,
  transaction: Knex.Transaction,
  stale: FunnelDay,
  signal?: AbortSignal,
): Promise<DayAggregator> {
  try {
    return await readInto(dayAggregator(undefined, deps.maxCells), transaction, stale, signal);
  } catch (error) {
    if (!(error instanceof TooManyVariantsError)) throw error;
    const { companyId, funnelId, day } = stale;
    deps.log.warn(
      { companyId, funnelId, day, counted: MAX_VARIANTS },
      'a day has too many variants; the most frequent count',
    );
    const counted = new Set(await listFrequentVariants(transaction, stale, MAX_VARIANTS));
    return readInto(dayAggregator(counted), transaction, stale, signal);
  }
}

async function readInto(
  sums: DayAggregator,
  transaction: Knex.Transaction,
  stale: FunnelDay,
  signal?: AbortSignal,
): Promise<DayAggregator> {
  for await (const sessions of readSessions(transaction, stale)) {
    signal?.throwIfAborted();
    for (const session of sessions) sums.add(session);
    await setImmediate(); // Matches of this process come in between.
  }
  return sums;
}

/** Until the transaction ends no other replica adds up. */
async function isAlone(transaction: Knex.Transaction): Promise<boolean> {
  const { rows } = await transaction.raw<{ rows: { locked: boolean }[] }>(
    "select pg_try_advisory_xact_lock(hashtext('aggregate-events')) as locked",
  );
  return rows[0]?.locked === true;
}
