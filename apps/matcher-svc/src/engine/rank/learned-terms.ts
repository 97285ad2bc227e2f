import type { ColorResult, MatchingAnswers } from '@svc/domain';
import type { CitedAnswer } from '../structures/cited-answer.js';
import { fastTanh } from '../structures/fast-tanh.js';
import { scratchFor } from '../structures/scratch.js';

/**
 * A model of Funnel AI, compiled for one assortment. It changes only the order of matches. docs/matching.md M7.
 */
export interface Learning {
  /** The learned terms of one analysis. Cheap: selects rows without copying them. */
  getTerms(answers: MatchingAnswers, color: ColorResult | null): LearnedTerms;
}

/** Additive terms of one analysis. A variant unknown to the model has pop = 1 and λ = 0, so both terms are 0. */
export interface LearnedTerms {
  /** Popularity by ordinal: how often the variant is chosen relative to the expectation for its positions. */
  pop: Float64Array;
  /** `0.10·tanh(ln pop)` by ordinal. */
  popularity: Float64Array;
  /** The options of the analysis that have enough data. */
  options: readonly LearnedOption[];
}

export interface LearnedOption {
  token: string;
  /** The answers that the token stands for. */
  answers: readonly CitedAnswer[];
  /** λ by ordinal in millionths: integers, so that their sum does not depend on the order. */
  lambda: Int32Array;
}

/** Millionths in one. */
const UNIT = 1e6;

/**
 * The learned terms of the score by ordinal, in a scratch array: both terms of docs/matching.md M6.
 * Cost: one addition per variant and option, one tanh per variant.
 */
export function learnedScores({ popularity, options }: LearnedTerms): Float64Array {
  const variantCount = popularity.length;
  const { affinity, learned } = scratchFor(variantCount);
  if (options.length === 0) {
    learned.set(popularity);
    return learned;
  }
  affinity.set(options[0]!.lambda);
  // Two rows at a time, which saves a third of reading and writing the sum.
  for (let row = 1; row < options.length; row += 2) {
    const one = options[row]!.lambda;
    const other = options[row + 1]?.lambda;
    if (other === undefined) for (let at = 0; at < variantCount; at += 1) affinity[at]! += one[at]!;
    else for (let at = 0; at < variantCount; at += 1) affinity[at]! += one[at]! + other[at]!;
  }
  for (let at = 0; at < variantCount; at += 1) learned[at] = affinityTerm(affinity[at]!) + popularity[at]!;
  return learned;
}

/** The affinity term: `0.25·tanh(A/1.5)`, A in millionths. docs/matching.md M6. */
export const affinityTerm = (millionths: number): number => 0.25 * fastTanh(millionths / (1.5 * UNIT));

/** The popularity term: `0.10·tanh(ln pop)`. docs/matching.md M6. */
export const popularityTerm = (pop: number): number => 0.1 * Math.tanh(Math.log(pop));

export const toMillionths = (value: number): number => Math.round(value * UNIT);
export const fromMillionths = (millionths: number): number => millionths / UNIT;
