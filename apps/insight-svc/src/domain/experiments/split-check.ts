import { differenceInterval, type Interval, MIN_SUCCESSES, MIN_UNITS } from './confidence-sequence.js';
import { addMoments, NO_UNITS } from './moments.js';
import { RATIO_ALARM, sampleRatioPValue } from './sample-ratio.js';

/** Level of the interval. */
const ALPHA = 0.05;

/** Two halves by chance, which do not differ. */
export interface SplitCheck {
  /** Of both halves. */
  units: number;
  /** Of the difference; null: there are too few units. */
  interval: Interval | null;
  ratioPValue: number;
  /** A difference or unequal halves were found where there are none. */
  isAlarm: boolean;
}

/**
 * Splits units in two halves and compares them as a test does: what it finds is an error of the system, or chance in at most 5 of 100
 * checks. docs/insight.md N13.13.
 * @param getHalf - 0 or 1.
 */
export function createSplitCheck(getHalf: (unit: string) => number, plannedUnits: number) {
  const halves = [NO_UNITS, NO_UNITS];
  const successes = [0, 0];
  return {
    add(unit: string, value: number): void {
      const half = getHalf(unit);
      halves[half] = addMoments(halves[half] ?? NO_UNITS, { units: 1, sum: value, sumOfSquares: value * value });
      if (value !== 0) successes[half] = (successes[half] ?? 0) + 1;
    },
    get(): SplitCheck {
      const [first = NO_UNITS, second = NO_UNITS] = halves;
      const ratioPValue = sampleRatioPValue([first.units, second.units], [1, 1]);
      const isEnough = Math.min(first.units, second.units) >= MIN_UNITS && Math.min(...successes) >= MIN_SUCCESSES;
      const interval = isEnough ? differenceInterval(first, second, plannedUnits, ALPHA) : null;
      const isDifferent = interval !== null && (interval.low > 0 || interval.high < 0);
      return {
        ...{ units: first.units + second.units, interval, ratioPValue },
        isAlarm: isDifferent || ratioPValue <= RATIO_ALARM,
      };
    },
  };
}
