import { differenceInterval, type Interval, MIN_SUCCESSES, MIN_UNITS } from './confidence-sequence.js';
import type { Moments } from './moments.js';
import { RATIO_ALARM } from './sample-ratio.js';

/** Full days before a test is decided: a week has all weekdays. */
const MIN_DAYS = 7;

/** One measure of a running test. */
export interface Look {
  control: Moments;
  treatment: Moments;
  /** Units of each arm whose value is not 0. */
  successes: { control: number; treatment: number };
  /** Per arm. */
  plannedUnits: number;
  /** Smallest difference worth knowing, above 0. */
  minimumEffect: number;
  alpha: number;
  fullDays: number;
  /** Smallest of all looks. */
  ratioPValue: number;
}

export const OUTCOMES = [
  /** More units than planned came to one of the arms: there is no result. */
  'RATIO_ALARM',
  /** There are too few units for an interval. */
  'TOO_EARLY',
  'UNDECIDED',
  'DIFFERENT',
  /** The interval is within the smallest difference worth knowing. */
  'NO_RELEVANT_DIFFERENCE',
] as const;

export interface Decision {
  outcome: (typeof OUTCOMES)[number];
  /** Of the difference; null before the first one and after a ratio alarm. */
  interval: Interval | null;
}

/**
 * The result of a test so far. It is decided by an interval that excludes 0 or is within the smallest difference worth knowing, after
 * 7 full days, with a quarter of the planned units in each arm, and without a ratio alarm. docs/insight.md N9.5.
 */
export function decide(look: Look): Decision {
  const { control, treatment, successes, plannedUnits, minimumEffect, alpha } = look;
  if (look.ratioPValue <= RATIO_ALARM) return { outcome: 'RATIO_ALARM', interval: null };
  const units = Math.min(control.units, treatment.units);
  if (units < MIN_UNITS || Math.min(successes.control, successes.treatment) < MIN_SUCCESSES) {
    return { outcome: 'TOO_EARLY', interval: null };
  }
  const interval = differenceInterval(control, treatment, plannedUnits, alpha);
  if (look.fullDays < MIN_DAYS || units < plannedUnits / 4) return { outcome: 'UNDECIDED', interval };
  if (interval.low > 0 || interval.high < 0) return { outcome: 'DIFFERENT', interval };
  const isWithin = interval.low > -minimumEffect && interval.high < minimumEffect;
  return { outcome: isWithin ? 'NO_RELEVANT_DIFFERENCE' : 'UNDECIDED', interval };
}
