/** What is kept of the values of many units: enough for their mean and variance. Sums of days add up. */
export interface Moments {
  units: number;
  sum: number;
  sumOfSquares: number;
}

export const NO_UNITS: Moments = { units: 0, sum: 0, sumOfSquares: 0 };

/** Of a rate: each unit is 1 (success) or 0. */
export const momentsOfRate = (units: number, successes: number): Moments => ({
  units,
  sum: successes,
  sumOfSquares: successes,
});

export const addMoments = (a: Moments, b: Moments): Moments => ({
  units: a.units + b.units,
  sum: a.sum + b.sum,
  sumOfSquares: a.sumOfSquares + b.sumOfSquares,
});

/** NaN without units. */
export const mean = ({ units, sum }: Moments): number => sum / units;

/** Of a sample (n − 1), never below 0. NaN with less than two units. */
export const variance = ({ units, sum, sumOfSquares }: Moments): number =>
  Math.max(0, sumOfSquares - (sum * sum) / units) / (units - 1);
