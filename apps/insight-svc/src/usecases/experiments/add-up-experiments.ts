import { addDays, DAY_MS, EXPERIMENT_MEASURES, utcDay, type ZonedDay, zonedDay } from '@svc/domain';
import { assignArm, type Clock, forCompany, type Logger, lockName } from '@svc/kit';
import type { Knex } from 'knex';
import { loadTimeZone } from '../../db/company-zones.js';
import {
  hasVisitors,
  listSummedExperiments,
  readSummedUntil,
  replaceDays,
  sumVisits,
  writeSummedUntil,
} from '../../db/experiment-days.js';
import { loadWindowDays, readUnits } from '../../db/experiment-units.js';
import { findExperiment } from '../../db/experiments.js';
import { expireExposures, type HoldoutUnit, readHoldoutUnits } from '../../db/exposures.js';
import type { Experiment } from '../../domain/experiments/experiment.js';
import { type AnalysisUnit, createUnitSums } from '../../domain/experiments/sum-units.js';
import { FACT_DAYS } from '../../domain/facts/analysis-fact.js';
import { addUpVisitOrders } from './add-up-visit-orders.js';

/** A visit takes reports for at most a day after it began; another day for reports that are on their way. */
const OPEN_DAYS = 2;
/** Browsers keep an id of their visitor for 30 days. */
const VISITOR_DAYS = 31;
/** Orders are credited for up to 30 days, and refunded for 60 more. */
const OPEN_ORDER_DAYS = 100;
/** Analyses and visitors of a test are all added up again, so not every minute. */
const UNITS_EVERY_MS = 15 * 60_000;
/** Retention of units: of visitors, like that of analyses. */
const UNIT_DAYS = FACT_DAYS;

/**
 * Adds up the days of tests whose units may have changed, as a whole, so that repeating it changes nothing; replicas may run it
 * concurrently. docs/insight.md N13.6.
 */
export function addUpExperiments({ db, clock, log }: { db: Knex; clock: Clock; log: Logger }) {
  return async (): Promise<void> => {
    await expireExposures(db, new Date(clock.now().getTime() - UNIT_DAYS * DAY_MS));
    const endedSince = new Date(clock.now().getTime() - OPEN_ORDER_DAYS * DAY_MS);
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
    const now = clock.now();
    // The dry check is shown while it lasts; afterwards, only what came after it counts.
    const since = now < experiment.countsFrom ? experiment.startedAt : experiment.countsFrom;
    const summed = await readSummedUntil(trx, companyId, id);
    const known = summed !== null && summed > since ? summed : null;
    const timeZone = await loadTimeZone(trx, companyId);
    const [first, kept] = [addDays(zonedDay(since, timeZone), -OPEN_DAYS), addDays(utcDay(now), 2 - UNIT_DAYS)];
    const period = { since, now, known, timeZone, firstUnits: first > kept ? first : kept };
    if (await ADD_UP[experiment.design.kind](trx, experiment, period)) await writeSummedUntil(trx, companyId, id, now);
  });
}

interface Period {
  since: Date;
  now: Date;
  /** Until then it was added up; null: not at all. */
  known: Date | null;
  timeZone: string;
  /** Days of units from here on are replaced: of earlier ones, some units may have been deleted by age, so their sums stay. */
  firstUnits: ZonedDay;
}

/** Visits every minute while they take reports, what their analyses are worth less often. @returns whether something was added up. */
async function addUpVisits(trx: Knex.Transaction, experiment: Experiment, period: Period): Promise<boolean> {
  const { endedAt } = experiment;
  const { known } = period;
  const isOver = endedAt !== null && known !== null && known.getTime() > endedAt.getTime() + OPEN_DAYS * DAY_MS;
  if (isOver ? !areUnitsDue(period) : !(await addUpVisitDays(trx, experiment, period))) return false;
  if (isOver || areOrdersDue(period)) await addUpVisitOrders(trx, experiment, period);
  return true;
}

/** The days whose visits may still take reports. @returns whether something was added up. */
async function addUpVisitDays(
  trx: Knex.Transaction,
  { companyId, id, endedAt }: Experiment,
  { since, now, known, timeZone }: Period,
): Promise<boolean> {
  const first = zonedDay(since, timeZone);
  const open = known ? addDays(zonedDay(known, timeZone), -OPEN_DAYS) : first;
  const notBefore = (day: ZonedDay): ZonedDay => (day < first ? first : day);
  const recent = notBefore(open);
  let [from, lookFrom] = [recent, recent];
  if (known && (await hasVisitors(trx, companyId, { experimentId: id, from: recent }))) {
    // Who comes back changes the day of the first visit.
    if (!areUnitsDue({ since, now, known })) return false;
    from = notBefore(addDays(recent, -VISITOR_DAYS));
    lookFrom = notBefore(addDays(from, -VISITOR_DAYS));
  }
  const to = zonedDay(now, timeZone);
  const range = { companyId, experimentId: id, from, to, lookFrom, timeZone, since, until: endedAt };
  // Days of the dry check are before the first one that counts.
  const replaced = { companyId, experimentId: id, from: known ? from : addDays(first, -OPEN_DAYS) };
  await replaceDays(trx, replaced, ['EXPOSURE', 'COMPLETION_RATE'], await sumVisits(trx, range));
  return true;
}

type Progress = Pick<Period, 'since' | 'now' | 'known'>;

/** In its first hours a test has few units, and each of them is news. */
const getUnitsEveryMs = (since: Date, known: Date): number =>
  Math.min(UNITS_EVERY_MS, (known.getTime() - since.getTime()) / 10);

function areUnitsDue({ since, now, known }: Progress): boolean {
  return !known || now.getTime() - known.getTime() >= getUnitsEveryMs(since, known);
}

/** The same of sums that are made more often, with other ones: once in each span of time. */
function areOrdersDue({ since, now, known }: Progress): boolean {
  if (!known) return true;
  const toSpan = (at: Date) => Math.floor(at.getTime() / Math.max(1, getUnitsEveryMs(since, known)));
  return toSpan(now) > toSpan(known);
}

/** All analyses of the test: an order or a refund of today changes the day of its analysis. */
async function addUpAnalyses(
  trx: Knex.Transaction,
  { companyId, id, design, salt, revenueCap, currency, endedAt }: Experiment,
  { since, now, known, timeZone, firstUnits: from }: Period,
): Promise<boolean> {
  if (!areUnitsDue({ since, now, known })) return false;
  const { funnelId, arms } = design;
  const weights = arms.map(({ weight }) => weight);
  const getArm = ({ unit }: AnalysisUnit) => arms[assignArm(salt, unit, weights)]?.key ?? '';
  const sums = createUnitSums(getArm, revenueCap, EXPERIMENT_MEASURES.MATCHING);
  const range = { companyId, funnelId, since, until: endedAt ?? now, timeZone, currency, now };
  for await (const units of readUnits(trx, range)) for (const unit of units) sums.add(unit);
  await replaceDays(
    trx,
    { companyId, experimentId: id, from },
    ['EXPOSURE', ...EXPERIMENT_MEASURES.MATCHING],
    sums.get().filter(({ day }) => day >= from),
  );
  return true;
}

/** All visitors of a holdout: an order of today changes the day on which its visitor was first reported. */
async function addUpVisitors(
  trx: Knex.Transaction,
  { companyId, id, revenueCap, currency, endedAt }: Experiment,
  { since, now, known, timeZone, firstUnits: from }: Period,
): Promise<boolean> {
  if (!areUnitsDue({ since, now, known })) return false;
  const sums = createUnitSums(({ arm }: HoldoutUnit) => arm, revenueCap, EXPERIMENT_MEASURES.HOLDOUT);
  const range = { companyId, experimentId: id, since, until: endedAt ?? now, timeZone, currency, now };
  const windowDays = await loadWindowDays(trx, companyId);
  for await (const units of readHoldoutUnits(trx, { ...range, windowDays })) {
    for (const unit of units) sums.add(unit);
  }
  await replaceDays(
    trx,
    { companyId, experimentId: id, from },
    ['EXPOSURE', ...EXPERIMENT_MEASURES.HOLDOUT],
    sums.get().filter(({ day }) => day >= from),
  );
  return true;
}

const ADD_UP: Record<Experiment['design']['kind'], typeof addUpVisits> = {
  QUESTIONNAIRE: addUpVisits,
  MATCHING: addUpAnalyses,
  HOLDOUT: addUpVisitors,
};
