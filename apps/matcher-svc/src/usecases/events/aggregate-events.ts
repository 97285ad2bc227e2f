import { setImmediate } from 'node:timers/promises';
import { addDays, type UtcDay, utcDay } from '@svc/domain';
import { type Clock, forCompany, type Logger, tryToLockName } from '@svc/kit';
import type { Knex } from 'knex';
import { hasPartition } from '../../db/events/event-partitions.js';
import { listFrequentVariants, readSessions } from '../../db/events/read-sessions.js';
import { clearStale, type FunnelDay, markChangedDays, nextStaleDay } from '../../db/events/stale-days.js';
import { readCursor, writeCursor } from '../../db/follow.js';
import { writeLearningDayJson } from '../../db/learning-days.js';
import {
  createDayAggregator,
  type DayAggregator,
  MAX_VARIANTS,
  TooManyVariantsError,
} from '../../events/aggregate-day.js';
import { EVENT_DAYS } from '../../events/retention.js';

export interface AggregateDeps {
  db: Knex;
  clock: Clock;
  log: Logger;
  /** Maximum number of sums in memory; default MAX_CELLS. */
  maxCells?: number;
}

/** Duration after which a run starts no further day, in milliseconds; the next run continues. This leaves time for other work. */
const RUN_MS = 15_000;

/**
 * Aggregates every day whose events changed again from the events themselves, so that nothing is counted twice or drifts. At
 * most one replica works at a time; the others return null. A day that fails does not delay the others.
 * @returns the number of aggregated days; null when another replica is working.
 */
export async function aggregateEvents(deps: AggregateDeps, signal?: AbortSignal): Promise<number | null> {
  const since = addDays(utcDay(deps.clock.now()), -EVENT_DAYS);
  if (!(await markChanges(deps.db, since))) return null;
  const failed: FunnelDay[] = [];
  let failure: unknown;
  let done = 0;
  let alone = true;
  const until = performance.now() + RUN_MS;
  while (alone && !signal?.aborted && performance.now() < until) {
    const stale = await nextStaleDay(deps.db, failed);
    if (!stale) break;
    try {
      alone = await aggregateAndStore(deps, stale, since, signal);
      if (alone) done += 1;
    } catch (error) {
      failure ??= error;
      failed.push(stale);
    }
  }
  if (failure !== undefined) throw failure;
  if (done > 0) deps.log.debug({ days: done }, 'interaction events aggregated');
  return alone ? done : null;
}

/** @returns false when another replica is working. */
function markChanges(db: Knex, since: UtcDay): Promise<boolean> {
  return db.transaction(async (trx) => {
    if (!(await tryLock(trx))) return false;
    const { cursor } = await markChangedDays(trx, await readCursor(trx, 'events'), since);
    await writeCursor(trx, 'events', cursor);
    return true;
  });
}

/**
 * Aggregates one day. Changes after its events were read are marked by a later `noteChanges`, which cannot run before this
 * transaction ends, so clearing the mark here never removes such a mark.
 * @returns false when another replica is working.
 */
function aggregateAndStore(
  deps: AggregateDeps,
  stale: FunnelDay,
  since: UtcDay,
  signal?: AbortSignal,
): Promise<boolean> {
  return forCompany(deps.db, stale.companyId, async (trx) => {
    if (!(await tryLock(trx))) return false;
    // The events of older days are deleted or about to be; their statistics are kept unchanged. Those of the oldest day may
    // be deleted already, by a replica for which the next day has begun.
    if (stale.day >= since && (await hasPartition(trx, stale.day))) {
      const sums = await aggregateDay(deps, trx, stale, signal);
      await writeLearningDayJson(trx, stale, sums.pieces());
    }
    await clearStale(trx, stale);
    return true;
  });
}

/** The statistics of a day; if there are too many variants, those of the most frequent ones. */
async function aggregateDay(
  deps: AggregateDeps,
  trx: Knex.Transaction,
  stale: FunnelDay,
  signal?: AbortSignal,
): Promise<DayAggregator> {
  try {
    return await readInto(createDayAggregator(undefined, deps.maxCells), trx, stale, signal);
  } catch (error) {
    if (!(error instanceof TooManyVariantsError)) throw error;
    const { companyId, funnelId, day } = stale;
    deps.log.warn(
      { companyId, funnelId, day, counted: MAX_VARIANTS },
      'a day has too many variants; only the most frequent are counted',
    );
    const counted = new Set(await listFrequentVariants(trx, stale, MAX_VARIANTS));
    return readInto(createDayAggregator(counted), trx, stale, signal);
  }
}

async function readInto(
  sums: DayAggregator,
  trx: Knex.Transaction,
  stale: FunnelDay,
  signal?: AbortSignal,
): Promise<DayAggregator> {
  for await (const sessions of readSessions(trx, stale)) {
    signal?.throwIfAborted();
    for (const session of sessions) sums.add(session);
    await setImmediate(); // Lets waiting matches run.
  }
  return sums;
}

/** Takes a lock until the transaction ends, so that no other replica aggregates. */
const tryLock = (trx: Knex.Transaction): Promise<boolean> => tryToLockName(trx, 'aggregate-events');
