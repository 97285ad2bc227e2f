import { type Clock, forCompany, type Logger, lockName } from '@svc/kit';
import type { Knex } from 'knex';
import { loadTimeZone } from '../../db/company-zones.js';
import {
  listSummedExperiments,
  readSummedUntil,
  replaceDays,
  sumVisits,
  writeSummedUntil,
} from '../../db/experiment-days.js';
import { findExperiment } from '../../db/experiments.js';
import { zonedDay } from '../../domain/sums/zoned-day.js';
import { addDays } from '../../domain/visits/utc-day.js';

/** A visit takes reports for at most a day after it began; another day for reports that are on their way. */
const OPEN_DAYS = 2;
const DAY_MS = 86_400_000;
const VISIT_MEASURES = ['EXPOSURE', 'COMPLETION_RATE'] as const;

/**
 * Adds up the days of tests whose units may have changed, as a whole, so that repeating it changes nothing; replicas may run it
 * concurrently. docs/insight.md N13.6.
 */
export function addUpExperiments({ db, clock, log }: { db: Knex; clock: Clock; log: Logger }) {
  return async (): Promise<void> => {
    const endedSince = new Date(clock.now().getTime() - OPEN_DAYS * DAY_MS);
    for (const { companyId, id } of await listSummedExperiments(db, endedSince)) {
      // One test whose sums fail does not keep others from theirs.
      await addUpOne({ db, clock }, companyId, id).catch((err: unknown) =>
        log.error({ err, companyId, experimentId: id }, 'a test could not be added up'),
      );
    }
  };
}

/** Sums of one test, until now. */
export function addUpOne({ db, clock }: { db: Knex; clock: Clock }, companyId: string, id: string): Promise<void> {
  return forCompany(db, companyId, async (trx) => {
    await lockName(trx, `experiment-sums ${companyId} ${id}`);
    const experiment = await findExperiment(trx, companyId, id);
    if (!experiment?.startedAt || !experiment.countsFrom) return;
    const { startedAt, countsFrom, endedAt } = experiment;
    const now = clock.now();
    const timeZone = await loadTimeZone(trx, companyId);
    // The dry check is shown while it lasts; afterwards, only what came after it counts.
    const since = now < countsFrom ? startedAt : countsFrom;
    const summed = await readSummedUntil(trx, companyId, id);
    const first = zonedDay(since, timeZone);
    const isAgain = summed === null || summed <= since;
    const open = addDays(zonedDay(summed ?? now, timeZone), -OPEN_DAYS);
    const from = isAgain || open < first ? first : open;
    const to = zonedDay(now, timeZone);
    const days = await sumVisits(trx, { companyId, experimentId: id, from, to, timeZone, since, until: endedAt });
    // Days of the dry check are before the first one that counts.
    const replacedFrom = isAgain ? addDays(first, -OPEN_DAYS) : from;
    await replaceDays(trx, { companyId, experimentId: id, from: replacedFrom }, VISIT_MEASURES, days);
    await writeSummedUntil(trx, companyId, id, now);
  });
}
