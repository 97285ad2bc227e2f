import { type Evaluation, toMean } from './evaluate.js';

const MONTH_DAYS = 30;

/** What the components bring to a shop in a month. */
export interface AdditionalRevenue {
  perMonth: number;
  low: number;
  high: number;
  visitorsPerMonth: number;
}

/**
 * The difference of revenue per visitor with its interval, times the visitors of 30 days, as many a day as while the test counted.
 * The number of visitors is taken as it was counted: the interval is that of the difference. docs/insight.md N14.6.
 * @returns undefined: there is no interval yet, or no full day.
 */
export function toAdditionalRevenue({
  measures,
  exposures,
  elapsedDays,
}: Pick<Evaluation, 'measures' | 'exposures' | 'elapsedDays'>): AdditionalRevenue | undefined {
  const [without, withComponents] = measures.find(({ measure }) => measure === 'REVENUE_PER_UNIT')?.arms ?? [];
  const interval = withComponents?.decision?.interval;
  if (!without || !withComponents || !interval || elapsedDays < 1) return undefined;
  const [base, value] = [toMean(without), toMean(withComponents)];
  if (base === null || value === null) return undefined;
  const visitors = exposures.reduce((sum, { units }) => sum + units, 0);
  const visitorsPerMonth = (visitors / elapsedDays) * MONTH_DAYS;
  return {
    perMonth: (value - base) * visitorsPerMonth,
    low: interval.low * visitorsPerMonth,
    high: interval.high * visitorsPerMonth,
    visitorsPerMonth,
  };
}
