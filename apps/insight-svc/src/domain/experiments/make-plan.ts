import type { ExperimentDesign, ExperimentPlan } from './experiment.js';
import { type Moments, mean, variance } from './moments.js';
import { planUnits } from './planned-units.js';

/** Days that a plan is made from. */
export const PLAN_DAYS = 28;
/** Of a rate: no rate varies more. */
const GREATEST_VARIANCE = 0.25;

/**
 * Units and days that a test takes, from the units of the last 28 days. Nothing measured: a rate is planned for its greatest variance.
 * @param before - the primary measure of all units of these days.
 * @returns null if it cannot be planned: the smallest difference is open, or the variance of money is not known.
 */
export function makePlan(
  { primaryMeasure, minimumEffect, arms }: ExperimentDesign,
  before: Moments,
): ExperimentPlan | null {
  const isMeasured = before.units > 1;
  const isRate = primaryMeasure !== 'REVENUE_PER_UNIT' && primaryMeasure !== 'ORDERS_PER_UNIT';
  const unitVariance = isMeasured ? variance(before) : 0;
  const planned = unitVariance > 0 ? unitVariance : isRate ? GREATEST_VARIANCE : 0;
  if (minimumEffect <= 0 || planned <= 0 || arms.length === 0) return null;
  const plannedUnits = Math.min(planUnits(planned, minimumEffect), 2 ** 31 - 1);
  const weights = arms.map(({ weight }) => weight);
  const share = Math.min(...weights) / weights.reduce((sum, weight) => sum + weight, 0);
  const perDay = (before.units / PLAN_DAYS) * share;
  return {
    plannedUnits,
    unitsPerWeek: perDay * 7,
    days: perDay > 0 ? Math.min(Math.ceil(plannedUnits / perDay), 1_000_000) : null,
    baseline: isMeasured ? mean(before) : null,
  };
}
