import type { Knex } from 'knex';
import { loadTimeZone } from '../../db/company-zones.js';
import { findMainCurrency, listOrderValues } from '../../db/experiment-orders.js';
import { readUnits } from '../../db/experiment-units.js';
import { readTotals } from '../../db/report-sums.js';
import type { Experiment, ExperimentPlan } from '../../domain/experiments/experiment.js';
import { makePlan, PLAN_DAYS } from '../../domain/experiments/make-plan.js';
import { addMoments, type Moments, momentsOfRate, NO_UNITS } from '../../domain/experiments/moments.js';
import { toValues } from '../../domain/experiments/sum-units.js';
import { chooseCap } from '../../domain/experiments/winsorize.js';
import { zonedDay } from '../../domain/sums/zoned-day.js';
import { addDays } from '../../domain/visits/utc-day.js';

const DAY_MS = 86_400_000;

/** Units and days from the 28 full days before. docs/insight.md N13.3. */
export async function loadPlan(
  trx: Knex.Transaction,
  { companyId, design }: Experiment,
  { now, ...given }: { now: Date; currency: string },
): Promise<ExperimentPlan | null> {
  // A draft has no currency yet.
  const since = new Date(now.getTime() - PLAN_DAYS * DAY_MS);
  const currency = given.currency || (await findMainCurrency(trx, companyId, since));
  const cap = await loadRevenueCap(trx, companyId, { currency, now });
  return makePlan(design, await loadUnits(trx, companyId, design, { now, currency, cap }));
}

const addUnit = (moments: Moments, value: number | null): Moments =>
  value === null ? moments : addMoments(moments, { units: 1, sum: value, sumOfSquares: value * value });

async function loadUnits(
  trx: Knex.Transaction,
  companyId: string,
  { funnelId, primaryMeasure }: Experiment['design'],
  { now, currency, cap }: { now: Date; currency: string; cap: number | null },
): Promise<Moments> {
  const timeZone = await loadTimeZone(trx, companyId);
  const today = zonedDay(now, timeZone);
  if (primaryMeasure !== 'COMPLETION_RATE') {
    const since = new Date(now.getTime() - PLAN_DAYS * DAY_MS);
    let moments = NO_UNITS;
    for await (const units of readUnits(trx, { companyId, funnelId, since, until: now, timeZone, currency, now })) {
      for (const unit of units) moments = addUnit(moments, new Map(toValues(unit, cap)).get(primaryMeasure) ?? null);
    }
    return moments;
  }
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
