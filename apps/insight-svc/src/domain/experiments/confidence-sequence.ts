import { type Moments, mean, variance } from './moments.js';

/** Bounds of a difference, in the unit of the measure. */
export interface Interval {
  low: number;
  high: number;
}

/** Units per arm before which the interval is not shown: the sequence is asymptotic. */
export const MIN_UNITS = 100;
/** Units per arm whose value is not 0, likewise. */
export const MIN_SUCCESSES = 10;

/**
 * Interval of the difference of means, treatment less control, that is valid at every look: with the probability 1 − alpha, all
 * intervals of the whole test contain the true difference. Asymptotic confidence sequence of Waudby-Smith and others,
 * arXiv 2103.06476, equation 9.
 * @param plannedUnits - per arm; the interval is narrowest around twice as many units in total.
 * @param alpha - between 0 and 1.
 */
export function differenceInterval(
  control: Moments,
  treatment: Moments,
  plannedUnits: number,
  alpha: number,
): Interval {
  const standardError = Math.sqrt(variance(control) / control.units + variance(treatment) / treatment.units);
  const halfWidth = standardError * widthFactor(control.units + treatment.units, plannedUnits, alpha);
  const difference = mean(treatment) - mean(control);
  return { low: difference - halfWidth, high: difference + halfWidth };
}

/** Standard errors from the difference to a bound. @param units - of both arms. */
export function widthFactor(units: number, plannedUnits: number, alpha: number): number {
  const spread = -2 * Math.log(alpha);
  const rhoSquared = (spread + Math.log(spread + 1)) / (2 * plannedUnits);
  const t = units * rhoSquared;
  return Math.sqrt(((2 * (t + 1)) / t) * Math.log(Math.sqrt(t + 1) / alpha));
}

/** Level of one of several measures: the primary one has 5 %, the others share 5 %. @param others - how many there are. */
export const measureAlpha = (isPrimary: boolean, others: number): number => (isPrimary ? 0.05 : 0.05 / others);
