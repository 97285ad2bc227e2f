import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { type BitSet, lowestBit } from '../structures/bit-set.js';
import { scratchFor } from '../structures/scratch.js';
import { learnedScores } from './learned-terms.js';
import type { Profile } from './profile.js';
import { FAILED, NO_SCORE } from './score-looks.js';
import { TAG_WEIGHT, TagScore } from './tag-score.js';

/** Variants with their rank keys at the same index. A lower key is better. */
export interface Ranked {
  ordinals: Uint32Array;
  /** `Q_MAX − q`; q of docs/matching.md M6. */
  keys: Uint32Array;
}

/** The highest q: s = 1, and both tanh at 1. Keys are then in 0 … 1,700,000, below 2^21. */
export const Q_MAX = 1_350_000;

/** Weight of X in a score. docs/matching.md M6. */
export const LOOK_WEIGHT = 0.45;

/**
 * Scores the variants that passed the other tests and omits those whose look failed. In ordinal order. The result is in
 * scratch arrays.
 * Cost: a few operations per variant; no allocation per variant.
 */
export function scoreVariants(funnel: CompiledFunnel, profile: Profile, passing: BitSet): Ranked {
  const { lookByOrdinal, variantCount } = funnel.assortment;
  const tags = TagScore.of(profile);
  const looks = lookTerms(profile.lookScores, tags !== null);
  const boosts = addBoosts(funnel, profile, passing);
  const learned = profile.learned === null ? null : learnedScores(profile.learned);
  const { ordinals, keys } = scratchFor(variantCount);
  let used = 0;
  for (let word = 0; word < passing.length; word += 1) {
    let bits = passing[word]!;
    if (bits === 0) continue;
    if (tags !== null) tags.count(word);
    for (; bits !== 0; bits &= bits - 1) {
      const bit = lowestBit(bits);
      const variant = (word << 5) + bit;
      const look = lookByOrdinal[variant]!;
      const weighted = tags === null ? 0 : tags.weighted[tags.getSum(bit)]!;
      let score = (weighted + looks.added[look]!) / looks.divisor[look]!;
      if (boosts !== null) score += boosts[variant]!;
      score = Math.min(1, Math.max(0, score));
      if (learned !== null) score += learned[variant]!;
      ordinals[used] = variant;
      keys[used] = Q_MAX - Math.round(score * 1e6);
      // Without a branch, which the processor could not predict. A look that failed is overwritten.
      used += looks.passes[look]!;
    }
  }
  return { ordinals: ordinals.subarray(0, used), keys: keys.subarray(0, used) };
}

/** By look: the divisor and the addend in s0 = (0.55·T + added) / divisor of docs/matching.md M6; T is 0 when absent. */
function lookTerms(scores: Float64Array, hasTags: boolean) {
  const added = new Float64Array(scores.length);
  const divisor = new Float64Array(scores.length);
  const passes = new Uint8Array(scores.length);
  for (let look = 0; look < scores.length; look += 1) {
    const score = scores[look]!;
    passes[look] = score === FAILED ? 0 : 1;
    if (score === FAILED || score === NO_SCORE) {
      added[look] = hasTags ? 0 : 0.5;
      divisor[look] = hasTags ? TAG_WEIGHT : 1;
    } else {
      added[look] = LOOK_WEIGHT * score;
      divisor[look] = hasTags ? TAG_WEIGHT + LOOK_WEIGHT : LOOK_WEIGHT;
    }
  }
  return { added, divisor, passes };
}

/** Sum of boosts by ordinal, added in rule order; null: no applicable rule boosts. */
function addBoosts(funnel: CompiledFunnel, profile: Profile, passing: BitSet): Float64Array | null {
  let boosts: Float64Array | null = null;
  for (const { boost } of profile.rules) {
    if (!boost) continue;
    boosts ??= new Float64Array(funnel.assortment.variantCount);
    for (let word = 0; word < passing.length; word += 1) {
      for (let bits = passing[word]! & boost.target[word]!; bits !== 0; bits &= bits - 1) {
        boosts[(word << 5) + lowestBit(bits)]! += boost.by;
      }
    }
  }
  return boosts;
}
