import type { Knex } from 'knex';
import { loadTimeZone } from '../../db/company-zones.js';
import { listOrderValues } from '../../db/experiment-orders.js';
import { readTotals } from '../../db/report-sums.js';
import type { Experiment, ExperimentPlan } from '../../domain/experiments/experiment.js';
import { makePlan, PLAN_DAYS } from '../../domain/experiments/make-plan.js';
import { type Moments, momentsOfRate, NO_UNITS } from '../../domain/experiments/moments.js';
import { chooseCap } from '../../domain/experiments/winsorize.js';
import { zonedDay } from '../../domain/sums/zoned-day.js';
import { addDays } from '../../domain/visits/utc-day.js';

const DAY_MS = 86_400_000;

/** Units and days from the 28 full days before. docs/insight.md N13.3. */
export async function loadPlan(
  trx: Knex.Transaction,
  { companyId, design }: Experiment,
  now: Date,
): Promise<ExperimentPlan | null> {
  return makePlan(design, await loadUnits(trx, companyId, design, now));
}

async function loadUnits(
  trx: Knex.Transaction,
  companyId: string,
  { funnelId, primaryMeasure }: Experiment['design'],
  now: Date,
): Promise<Moments> {
  if (primaryMeasure !== 'COMPLETION_RATE') return NO_UNITS;
  const today = zonedDay(now, await loadTimeZone(trx, companyId));
  const { starts, finishes } = await readTotals(trx, {
    ...{ companyId, funnelId, from: addDays(today, -PLAN_DAYS), to: addDays(today, -1) },
    ...{ versionId: undefined, locale: undefined, source: undefined },
  });
  return momentsOfRate(starts, Math.min(finishes, starts));
}

/** The cap of revenue: the 99.5th percentile of the verified orders of the last 28 days. docs/insight.md N9.4. */
export async function loadRevenueCap(
  trx: Knex.Transaction,
  companyId: string,
  { currency, now }: { currency: string; now: Date },
): Promise<number | null> {
  const since = new Date(now.getTime() - PLAN_DAYS * DAY_MS);
  return chooseCap(await listOrderValues(trx, companyId, { currency, since, until: now }));
}
