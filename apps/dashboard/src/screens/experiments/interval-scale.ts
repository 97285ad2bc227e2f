import type { Interval } from '../../shared/figures/interval.js';
/**
 * Where intervals are in a picture of 100 units, which has 0 and the smallest difference worth knowing on both sides, too.
 * @param effect - the smallest difference worth knowing.
 */
export function createScale(intervals: readonly Interval[], effect: number) {
  const reach = Math.max(...intervals.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]), effect, 1e-9) * 1.1;
  return (value: number): number => 50 + (50 * value) / reach;
}
