import { logGamma } from './log-gamma.js';

/** At this value or below it, the result is not shown. */
export const RATIO_ALARM = 0.001;
/** Weight of the prior, in units: how near to the weights other ratios are expected. */
const CONCENTRATION = 10_000;

/**
 * How well the units of the arms so far agree with the weights, as a p-value that is valid at every look: the inverse of the Bayes factor
 * of any other ratio (Dirichlet prior around the weights) against the weights, at most 1. Lindon and Malek, arXiv 2011.03567.
 * The result of a test so far is the smallest value of all its looks.
 * @param counts - units per arm.
 * @param weights - per arm, all above 0.
 */
export function sampleRatioPValue(counts: readonly number[], weights: readonly number[]): number {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  const units = counts.reduce((sum, count) => sum + count, 0);
  let logBayesFactor = logGamma(CONCENTRATION) - logGamma(CONCENTRATION + units);
  counts.forEach((count, arm) => {
    const share = weights[arm]! / totalWeight;
    const prior = CONCENTRATION * share;
    logBayesFactor += logGamma(prior + count) - logGamma(prior) - count * Math.log(share);
  });
  return Math.min(1, Math.exp(-logBayesFactor));
}

/** The same for a whole test: the smallest value of its looks. */
export const smallestRatioPValue = (looks: readonly (readonly number[])[], weights: readonly number[]): number =>
  looks.reduce((smallest, counts) => Math.min(smallest, sampleRatioPValue(counts, weights)), 1);
