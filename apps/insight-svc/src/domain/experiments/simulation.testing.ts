import type { Moments } from './moments.js';

/** Values of a unit: 0, or with probability `rate` 1 or what `value` draws. */
export interface Measure {
  rate: number;
  value?: (random: () => number) => number;
}

/** Revenue per order: log-normal with a median of 60 and a mean of 83, capped at 480. */
const drawRevenue = (random: () => number): number => Math.min(480, 60 * Math.exp(0.8 * drawNormal(random)));

/** As measured in shops: completion, conversion, revenue with few buyers. */
export const shopMeasures: Record<string, Measure> = {
  'completion 60 %': { rate: 0.6 },
  'click 30 %': { rate: 0.3 },
  'conversion 5 %': { rate: 0.05 },
  'orders 2 %': { rate: 0.02 },
  'winsorized revenue, 2 % buyers': { rate: 0.02, value: drawRevenue },
};

/** Random numbers in [0, 1), the same for a seed: mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Binomial: the units that succeed. Skips from success to success, so rare successes cost little. */
export function drawSuccesses(random: () => number, units: number, rate: number): number {
  const logFailure = Math.log(1 - rate);
  let successes = -1;
  for (let unit = 0; unit <= units; successes++) unit += Math.floor(Math.log(1 - random()) / logFailure) + 1;
  return successes;
}

/** The units of an arm on one day. */
export function drawDay(
  random: () => number,
  measure: Measure,
  units: number,
): { moments: Moments; successes: number } {
  const successes = drawSuccesses(random, units, measure.rate);
  const { value } = measure;
  if (!value) return { moments: { units, sum: successes, sumOfSquares: successes }, successes };
  let [sum, sumOfSquares] = [0, 0];
  for (let success = 0; success < successes; success++) {
    const drawn = value(random);
    sum += drawn;
    sumOfSquares += drawn * drawn;
  }
  return { moments: { units, sum, sumOfSquares }, successes };
}

/** Visits of an arm of a test of the questionnaire. */
export interface VisitMeasure {
  /** Share of visits that end in an analysis. */
  completion: number;
  /** Share of analyses with an order. */
  order: number;
  /** Share of visits that are reported; orders of the others are known, too. */
  reported: number;
}

/** Orders or revenue of the visits of an arm on one day, as a test of the questionnaire adds them up. */
export function drawVisits(
  random: () => number,
  { completion, order, reported }: VisitMeasure,
  of: 'orders' | 'revenue',
  visits: number,
): { moments: Moments; successes: number } {
  const measure = { rate: order, ...(of === 'revenue' ? { value: drawRevenue } : {}) };
  const { moments, successes } = drawDay(random, measure, drawSuccesses(random, visits, completion));
  return { moments: { ...moments, units: drawSuccesses(random, visits, reported) }, successes };
}

/** Standard normal: Box and Muller. */
const drawNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
