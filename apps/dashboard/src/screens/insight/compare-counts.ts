import type { Interval } from '../../shared/figures/interval.js';
/** A relative change with the interval in which the true one lies with 95 %: 0.02 is 2 % more. */
export interface Change {
  low: number;
  high: number;
}

/** Below this number in one of the periods there is no interval. */
const MIN_COUNT = 20;
const MIN_DAYS = 7;
const Z = 1.96;

/**
 * The change of a count against another period of the same length. Visits of one day are not independent of each other (a newsletter, a
 * weekend), so the interval is as much wider as the days vary more than chance alone would make them (quasi-Poisson).
 * @param days - the counts of all days of the period, days without visits included.
 * @returns undefined if there are too few to say anything.
 */
export function compareCounts(before: number, days: readonly number[]): Change | undefined {
  const now = days.reduce((sum, count) => sum + count, 0);
  if (days.length < MIN_DAYS || now < MIN_COUNT || before < MIN_COUNT) return undefined;
  const mean = now / days.length;
  const variance = days.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (days.length - 1);
  const half = Z * Math.sqrt(Math.max(1, variance / mean) * (1 / now + 1 / before));
  const ratio = now / before;
  return { low: ratio * Math.exp(-half) - 1, high: ratio * Math.exp(half) - 1 };
}

/** The difference of two shares, from their intervals (Newcombe); 0.02 is 2 percentage points more. */
export function compareRates(now: Interval, before: Interval): Change {
  const difference = now.value - before.value;
  return {
    low: difference - Math.hypot(now.value - now.low, before.high - before.value),
    high: difference + Math.hypot(now.high - now.value, before.value - before.low),
  };
}
