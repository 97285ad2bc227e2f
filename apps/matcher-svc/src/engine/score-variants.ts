import { type BitSet, lowestBit, sizeOf } from './bit-set.js';
import type { CompiledFunnel } from './compile-funnel.js';
import type { Profile } from './profile.js';
import { FAILED, NO_SCORE } from './score-looks.js';
import { unionOf } from './test-variants.js';

/** Variants with their rank keys, position by position. A lower key is better. */
export interface Ranked {
  ordinals: Uint32Array;
  /** `Q_MAX − q`; q of matching, section 3. */
  keys: Uint32Array;
}

/** Additive terms that learning contributes, by ordinal. Matching, section 4; without it A = 0 and ln pop = 0. */
export interface LearnedLift {
  /** Σ λ over the analysis's options. */
  affinity: Float32Array;
  logPopularity: Float32Array;
}

/** The highest q: s = 1, and both tanh at 1. Keys are then in 0 … 1,700,000, below 2^21. */
export const Q_MAX = 1_350_000;

const TAG_WEIGHT = 0.55;
const LOOK_WEIGHT = 0.45;

/**
 * Scores the variants that passed the other tests; those whose look failed are left out. In ordinal order.
 * Cost: a few operations a variant, and one for each preferred tag carried; no allocation a variant.
 */
export function scoreVariants(
  funnel: CompiledFunnel,
  profile: Profile,
  passing: BitSet,
  learned: LearnedLift | null,
): Ranked {
  const { lookOf } = funnel.assortment;
  const { lookScores } = profile;
  const tags = scoreTags(funnel, profile, passing);
  const boosts = addBoosts(funnel, profile, passing);
  const count = sizeOf(passing);
  const ordinals = new Uint32Array(count);
  const keys = new Uint32Array(count);
  const lookWeight = LOOK_WEIGHT;
  const bothWeights = TAG_WEIGHT + LOOK_WEIGHT;
  let used = 0;
  for (let word = 0; word < passing.length; word += 1) {
    for (let bits = passing[word]!; bits !== 0; bits &= bits - 1) {
      const variant = (word << 5) + lowestBit(bits);
      const look = lookScores[lookOf[variant]!]!;
      if (look === FAILED) continue;
      let score: number;
      if (tags === null) score = look === NO_SCORE ? 0.5 : (lookWeight * look) / lookWeight;
      else {
        const weighted = tags.weighted[tags.balance[variant]! + tags.steps]!;
        score = look === NO_SCORE ? weighted / TAG_WEIGHT : (weighted + lookWeight * look) / bothWeights;
      }
      if (boosts !== null) score += boosts[variant]!;
      score = Math.min(1, Math.max(0, score));
      if (learned !== null) {
        score += 0.25 * Math.tanh(learned.affinity[variant]! / 1.5) + 0.1 * Math.tanh(learned.logPopularity[variant]!);
      }
      ordinals[used] = variant;
      keys[used] = Q_MAX - Math.round(score * 1e6);
      used += 1;
    }
  }
  return used === count ? { ordinals, keys } : { ordinals: ordinals.subarray(0, used), keys: keys.subarray(0, used) };
}

/** The tag part T of every variant, from a balance of +1 for a step that it suits and −1 for one that it does not. */
interface TagScores {
  steps: number;
  /** By ordinal, −steps … +steps. */
  balance: Int16Array;
  /** 0.55·T by balance + steps. */
  weighted: Float64Array;
}

/** T = (steps + balance) / (2·steps): a step counts 1, 0.5 or 0. Null: no answered step names `prefer` tags. */
function scoreTags(funnel: CompiledFunnel, profile: Profile, passing: BitSet): TagScores | null {
  const answered = profile.answered.filter(({ step }) => step.anyPrefer !== null);
  const steps = answered.length;
  if (steps === 0) return null;
  const balance = new Int16Array(funnel.assortment.variantCount);
  for (const { step, chosen } of answered) {
    const any = step.anyPrefer!;
    const preferred = unionOf(chosen, 'prefer');
    for (let word = 0; word < any.length; word += 1) {
      const stating = any[word]! & passing[word]!;
      const hits = preferred ? stating & preferred[word]! : 0;
      for (let bits = hits; bits !== 0; bits &= bits - 1) balance[(word << 5) + lowestBit(bits)]! += 1;
      for (let bits = stating & ~hits; bits !== 0; bits &= bits - 1) balance[(word << 5) + lowestBit(bits)]! -= 1;
    }
  }
  const weighted = Float64Array.from({ length: 2 * steps + 1 }, (_, index) => TAG_WEIGHT * (index / (2 * steps)));
  return { steps, balance, weighted };
}

/** Sum of boosts by ordinal, added in rule order; null: no rule in force boosts. */
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
