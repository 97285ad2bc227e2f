import { DAY_MS } from '@svc/domain';
import { assignArm, type Clock, forCompany, type Logger, lockName, randomId } from '@svc/kit';
import type { Knex } from 'knex';
import { type CheckRange, readGuardUnits, readHoldoutGuardUnits, readStartedVisits } from '../../db/check-units.js';
import { loadTimeZone } from '../../db/company-zones.js';
import { type ExperimentChecks, findChecks, saveChecks } from '../../db/experiment-checks.js';
import { listDays, listSummedExperiments } from '../../db/experiment-days.js';
import { loadWindowDays, readUnits } from '../../db/experiment-units.js';
import { findExperiment } from '../../db/experiments.js';
import { readHoldoutUnits } from '../../db/exposures.js';
import { evaluate } from '../../domain/experiments/evaluate.js';
import type { Experiment } from '../../domain/experiments/experiment.js';
import { createGuardSums, type GuardAnalysis, type GuardSum } from '../../domain/experiments/guards.js';
import { createSplitCheck, type SplitCheck } from '../../domain/experiments/split-check.js';
import { toValues } from '../../domain/experiments/sum-units.js';
import { isOfOrders } from '../../domain/experiments/sum-visit-orders.js';

/** Units of so many days are split. */
const SPLIT_DAYS = 28;
/** Guards of a test that ended may still change: refunds come later. */
const OPEN_DAYS = 100;

/** Tests whose checks raise an alarm. */
export interface CheckAlarms {
  /** Running tests whose arms do not have their shares of the units. */
  ratio: number;
  /** Tests whose last split found a difference where there is none. */
  split: number;
}

type Deps = { db: Knex; clock: Clock; log: Logger };

/**
 * Counts guards of all tests again, and splits the units of each running one once a day. Repeating it changes nothing; replicas may run it
 * concurrently. docs/insight.md N13.12, N13.13.
 * @returns the alarms of all companies.
 */
export function checkExperiments({ db, clock, log }: Deps) {
  return async (signal?: AbortSignal): Promise<CheckAlarms> => {
    const alarms: CheckAlarms = { ratio: 0, split: 0 };
    const endedSince = new Date(clock.now().getTime() - OPEN_DAYS * DAY_MS);
    for (const { companyId, id } of await listSummedExperiments(db, endedSince)) {
      if (signal?.aborted) break;
      try {
        const found = await checkOne({ db, clock, log }, companyId, id);
        if (found?.isRatioAlarm) alarms.ratio += 1;
        if (found?.isSplitAlarm) alarms.split += 1;
      } catch (err) {
        // One test that cannot be checked does not keep others from their checks.
        log.error({ err, companyId, experimentId: id }, 'a test could not be checked');
      }
    }
    return alarms;
  };
}

/** @returns undefined: the test has not begun. */
function checkOne({ db, clock, log }: Deps, companyId: string, id: string) {
  return forCompany(db, companyId, async (trx) => {
    await lockName(trx, `experiment-checks ${companyId} ${id}`);
    const experiment = await findExperiment(trx, companyId, id);
    if (!experiment?.startedAt) return undefined;
    const now = clock.now();
    const known = await findChecks(trx, companyId, id);
    const guards = await countGuards(trx, experiment, now);
    const split = await splitIfDue(trx, experiment, known?.split ?? null, now);
    await saveChecks(trx, companyId, id, { guards, guardedAt: now, split });
    const isRunning = experiment.state === 'RUNNING';
    const { isRatioAlarm } = evaluate(experiment, await listDays(trx, companyId, id), now);
    const isNew = split !== null && split.at.getTime() === now.getTime();
    if (isNew && split.check.isAlarm)
      log.warn(
        { companyId, experimentId: id, ...split.check },
        'two equal halves of the units of a test seem to differ',
      );
    return { isRatioAlarm: isRunning && isRatioAlarm, isSplitAlarm: isRunning && split?.check.isAlarm === true };
  });
}

async function countGuards(trx: Knex.Transaction, experiment: Experiment, now: Date): Promise<GuardSum[]> {
  const { companyId, id, design, salt, countsFrom, endedAt } = experiment;
  const { kind, funnelId, arms } = design;
  if (countsFrom === null || now < countsFrom) return [];
  const keys = arms.map(({ key }) => key);
  const sums = createGuardSums(kind, keys);
  const range = { companyId, funnelId, experimentId: id, since: countsFrom, until: endedAt ?? now };
  if (kind === 'HOLDOUT') {
    const windowDays = await loadWindowDays(trx, companyId);
    for await (const units of readHoldoutGuardUnits(trx, { ...range, windowDays }))
      for (const unit of units) sums.add(unit, unit.arm);
    return sums.get();
  }
  const weights = arms.map(({ weight }) => weight);
  const getArm = ({ unit, versionId, experimentId }: GuardAnalysis): string | undefined => {
    if (kind === 'MATCHING') return keys[assignArm(salt, unit, weights)];
    return experimentId === id ? arms.find((arm) => arm.versionId === versionId)?.key : undefined;
  };
  for await (const units of readGuardUnits(trx, range)) for (const unit of units) sums.add(unit, getArm(unit));
  return sums.get();
}

/** Once a day while the test runs. */
async function splitIfDue(
  trx: Knex.Transaction,
  experiment: Experiment,
  last: ExperimentChecks['split'],
  now: Date,
): Promise<ExperimentChecks['split']> {
  const isDue = last === null || now.getTime() - last.at.getTime() >= DAY_MS;
  if (experiment.state !== 'RUNNING' || !isDue) return last;
  return { check: await split(trx, experiment, now), at: now };
}

/** By the primary measure; orders and revenue of visits, whose orders are known by analysis only, are those of analyses. */
async function split(trx: Knex.Transaction, experiment: Experiment, now: Date): Promise<SplitCheck> {
  const { companyId, id, design, plan, currency, revenueCap } = experiment;
  const { funnelId, primaryMeasure } = design;
  const salt = randomId();
  const check = createSplitCheck((unit) => assignArm(salt, unit, [1, 1]), plan?.plannedUnits ?? 1);
  const windowDays = await loadWindowDays(trx, companyId);
  const range: CheckRange = {
    ...{ companyId, funnelId, until: now },
    // Orders count once windows are over, which may be longer than 28 days.
    since: new Date(now.getTime() - (SPLIT_DAYS + (isOfOrders(primaryMeasure) ? windowDays : 0)) * DAY_MS),
  };
  if (primaryMeasure === 'COMPLETION_RATE') {
    for await (const visits of readStartedVisits(trx, range))
      for (const { unit, isFinished } of visits) check.add(unit, isFinished ? 1 : 0);
  } else {
    const timeZone = await loadTimeZone(trx, companyId);
    const of = { ...range, timeZone, currency, now };
    const read =
      design.kind === 'HOLDOUT' ? readHoldoutUnits(trx, { ...of, experimentId: id, windowDays }) : readUnits(trx, of);
    for await (const units of read) {
      for (const unit of units) {
        const value = new Map(toValues(unit, revenueCap)).get(primaryMeasure);
        if (typeof value === 'number') check.add(unit.unit, value);
      }
    }
  }
  return check.get();
}
