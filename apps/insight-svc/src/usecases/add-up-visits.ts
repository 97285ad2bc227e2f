import { addDays, utcDay, type ZonedDay } from '@svc/domain';
import { type Clock, forCompany, lockName } from '@svc/kit';
import type { Knex } from 'knex';
import { listStaleZones, loadTimeZone, markSummed } from '../db/company-zones.js';
import { loadProgress, saveProgress } from '../db/sum-progress.js';
import { listPartitions } from '../db/visit-partitions.js';
import { findFirstUpdate, listChangedDays, readClock, readVisits, replaceSums } from '../db/visit-sums.js';
import { createDaySums } from '../domain/sums/visit-sums.js';
import { VISIT_DAYS } from '../domain/visits/funnel-visit.js';
import { markAllFactDays } from './add-up-analyses.js';

/** A statement that began before the last run may have committed after it: longer than the longest one. */
const OVERLAP_MS = 60_000;
/** Time of storing that one round covers: so much is read by one statement. */
const ROUND_MS = 24 * 60 * 60_000;
/** Companies with a changed zone per run. */
const MAX_ZONES = 100;

/**
 * Adds up the days whose visits changed since the last run. A day is always added up as a whole, from its visits, so that repeating it
 * changes nothing; replicas may run it concurrently. docs/insight.md N10, ADR 104.
 */
export function addUpVisits({ db, clock }: { db: Knex; clock: Clock }) {
  return async (): Promise<void> => {
    for (const companyId of await listStaleZones(db, MAX_ZONES)) {
      await addUpAgain({ db, clock }, companyId);
      await markAllFactDays({ db, clock }, companyId);
    }
    const now = await readClock(db);
    const progress = await loadProgress(db, 'visits');
    let from = progress ? new Date(progress.getTime() - OVERLAP_MS) : ((await findFirstUpdate(db)) ?? now);
    do {
      const until = new Date(Math.min(now.getTime(), from.getTime() + ROUND_MS));
      for (const { companyId, day } of await listChangedDays(db, from, until)) await addUpDay(db, companyId, day);
      await saveProgress(db, 'visits', until);
      from = until;
    } while (from < now);
  };
}

/** Makes the sums of all days again whose visits are kept as a whole. Older ones stay. */
export async function addUpAgain({ db, clock }: { db: Knex; clock: Clock }, companyId: string): Promise<void> {
  const [oldest] = await listPartitions(db);
  const timeZone = await forCompany(db, companyId, (trx) => loadTimeZone(trx, companyId));
  if (oldest !== undefined) {
    // Before the first deletion, all days are whole; then the oldest UTC day may begin within a day of the zone.
    const isWhole = oldest > addDays(utcDay(clock.now()), -VISIT_DAYS);
    const first = addDays(oldest, isWhole ? -1 : 1);
    // The former zone may have had its next day already. Each day replaces what it had, so a reader misses none meanwhile.
    const last = addDays(utcDay(clock.now()), 1);
    for (let day: ZonedDay = first; day <= last; day = addDays(day, 1)) await addUpDay(db, companyId, day);
  }
  await forCompany(db, companyId, (trx) => markSummed(trx, companyId, timeZone));
}

/** One day after the other of a company, on all replicas. */
async function addUpDay(db: Knex, companyId: string, day: ZonedDay): Promise<void> {
  await forCompany(db, companyId, async (trx) => {
    await lockName(trx, `visit-sums ${companyId}`);
    const timeZone = await loadTimeZone(trx, companyId);
    const sums = createDaySums();
    for await (const visits of readVisits(trx, companyId, day, timeZone)) for (const visit of visits) sums.add(visit);
    await replaceSums(trx, companyId, day, sums.get());
  });
}
