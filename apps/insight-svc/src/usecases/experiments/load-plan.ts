import { addDays, DAY_MS, type ExperimentMeasureName, type ZonedDay, zonedDay } from '@svc/domain';
import type { Knex } from 'knex';
import { loadTimeZone } from '../../db/company-zones.js';
import { findMainCurrency, listOrderValues } from '../../db/experiment-orders.js';
import { loadWindowDays, readUnits } from '../../db/experiment-units.js';
import { readTotals } from '../../db/report-sums.js';
import { countShopPages } from '../../db/shop-activity.js';
import type { Experiment, ExperimentPlan } from '../../domain/experiments/experiment.js';
import { makePlan, PLAN_DAYS } from '../../domain/experiments/make-plan.js';
import { addMoments, type Moments, momentsOfRate, NO_UNITS } from '../../domain/experiments/moments.js';
import { toValues } from '../../domain/experiments/sum-units.js';
import { isOfOrders } from '../../domain/experiments/sum-visit-orders.js';
import { chooseCap, winsorize } from '../../domain/experiments/winsorize.js';

/** Units and days from 28 full days before. docs/insight.md N13.3. */
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
  { kind, funnelId, primaryMeasure }: Experiment['design'],
  { now, currency, cap }: { now: Date; currency: string; cap: number | null },
): Promise<Moments> {
  const timeZone = await loadTimeZone(trx, companyId);
  const today = zonedDay(now, timeZone);
  if (kind === 'HOLDOUT') return loadVisitors(trx, companyId, primaryMeasure, { now, currency, cap, today });
  // Units whose windows are open have no orders yet: those of 28 days before count. A window may be longer than 28 days.
  const openDays = isOfOrders(primaryMeasure) ? await loadWindowDays(trx, companyId) : 0;
  const [from, to] = [addDays(today, -PLAN_DAYS - openDays), addDays(today, -1 - openDays)];
  const readVisits = () =>
    readTotals(trx, {
      ...{ companyId, funnelId, from, to },
      ...{ versionId: undefined, locale: undefined, source: undefined },
    });
  if (primaryMeasure !== 'COMPLETION_RATE') {
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
    const [since, until] = [daysAgo(PLAN_DAYS + openDays), daysAgo(openDays)];
    let moments = NO_UNITS;
    for await (const units of readUnits(trx, { companyId, funnelId, since, until, timeZone, currency, now })) {
      for (const unit of units) moments = addUnit(moments, new Map(toValues(unit, cap)).get(primaryMeasure) ?? null);
    }
    if (kind === 'MATCHING' || !isOfOrders(primaryMeasure)) return moments;
    return { ...moments, units: Math.max((await readVisits()).visits, moments.units) };
  }
  const { starts, finishes } = await readVisits();
  return momentsOfRate(starts, Math.min(finishes, starts));
}

/** Visitors for each order where no page of the shop was counted: 2 in 100 visitors buy. */
const VISITORS_PER_ORDER = 50;

/**
 * Before a holdout, visitors are not known: the page loads with a component stand for them, or 50 visitors for each order. All verified
 * orders count. docs/insight.md N14.5.
 */
async function loadVisitors(
  trx: Knex.Transaction,
  companyId: string,
  measure: ExperimentMeasureName,
  { now, currency, cap, today }: { now: Date; currency: string; cap: number | null; today: ZonedDay },
): Promise<Moments> {
  const since = new Date(now.getTime() - PLAN_DAYS * DAY_MS);
  const orders = await listOrderValues(trx, companyId, { currency, since, until: now });
  const values = orders.map((value) => (measure === 'REVENUE_PER_UNIT' ? winsorize(value, cap) : 1));
  const pages = await countShopPages(trx, companyId, addDays(today, -PLAN_DAYS), addDays(today, -1));
  return {
    units: Math.max(pages, pages === 0 ? orders.length * VISITORS_PER_ORDER : orders.length),
    sum: values.reduce((sum, value) => sum + value, 0),
    sumOfSquares: values.reduce((sum, value) => sum + value * value, 0),
  };
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
