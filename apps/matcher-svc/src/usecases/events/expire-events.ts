import { addDays, DAY_MS, utcDay } from '@svc/domain';
import type { Clock, Logger } from '@svc/kit';
import type { Knex } from 'knex';
import { createPartition, dropPartition, listPartitions } from '../../db/events/event-partitions.js';
import {
  deleteOldMarks,
  deleteOldSessions,
  deleteOldStats,
  EXPIRE_BATCH,
  emptyOldSessions,
} from '../../db/events/expire-events.js';
import { ERASED_DAYS, EVENT_DAYS, STATS_DAYS } from '../../events/retention.js';

/**
 * Creates the partitions of today and tomorrow and deletes expired data: events and answers after 90 days, statistics after
 * 400, marks of erased analyses after 35. Idempotent; all replicas may run it.
 * @throws Error of the first day that could not be dropped, after everything else is done.
 */
export async function expireEvents(deps: { db: Knex; clock: Clock; log: Logger }, signal?: AbortSignal): Promise<void> {
  const { db, log } = deps;
  const now = deps.clock.now();
  const today = utcDay(now);
  for (const day of [today, addDays(today, 1)]) await createPartition(db, day);

  const oldest = addDays(today, -EVENT_DAYS);
  let failure: unknown;
  for (const day of await listPartitions(db)) {
    if (day >= oldest || signal?.aborted) break;
    try {
      await dropPartition(db, day);
      log.info({ day }, 'interaction events of a day deleted after 90 days');
    } catch (error) {
      failure ??= error;
    }
  }
  const oldestStats = addDays(today, -STATS_DAYS);
  await inBatches(() => emptyOldSessions(db, oldest), signal);
  await inBatches(() => deleteOldSessions(db, oldestStats), signal);
  await inBatches(() => deleteOldMarks(db, new Date(now.getTime() - ERASED_DAYS * DAY_MS)), signal);
  await deleteOldStats(db, oldestStats);
  if (failure !== undefined) throw failure;
}

async function inBatches(deleteSome: () => Promise<number>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await deleteSome()) === EXPIRE_BATCH);
}
