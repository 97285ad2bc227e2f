import type { BitSet } from '../structures/bit-set.js';
import type { Profile } from './profile.js';
import { uniteOptions } from './test-variants.js';

/** Weight of T in a score. docs/matching.md M6. */
export const TAG_WEIGHT = 0.55;

/**
 * The tag part T of docs/matching.md M6, for 32 variants at a time. A step counts 2 for a variant with a preferred tag of a
 * chosen option, 1 for one without any preferred tag of the step, otherwise 0; T = sum / (2·steps).
 * Sums are bit planes: plane i holds bit i of the sums of 32 variants, so that adding a step costs a few operations per
 * word and none per variant.
 */
export class TagScore {
  /** 0.55·T by sum. */
  readonly weighted: Float64Array;
  readonly #steps: { any: BitSet; preferred: BitSet | null }[];
  readonly #planes: Int32Array;

  private constructor(steps: { any: BitSet; preferred: BitSet | null }[]) {
    const most = 2 * steps.length;
    this.#steps = steps;
    this.#planes = new Int32Array(32 - Math.clz32(most));
    this.weighted = new Float64Array(most + 1);
    for (let sum = 0; sum <= most; sum += 1) this.weighted[sum] = TAG_WEIGHT * (sum / most);
  }

  /** Null: no answered step has `prefer` tags, so T is absent. */
  static of(profile: Profile): TagScore | null {
    const steps: { any: BitSet; preferred: BitSet | null }[] = [];
    for (const { step, chosen } of profile.answered) {
      if (step.anyPrefer) steps.push({ any: step.anyPrefer, preferred: uniteOptions(chosen, 'prefer') });
    }
    return steps.length > 0 ? new TagScore(steps) : null;
  }

  /** Computes the sums of the variants of one word of a set. */
  count(word: number): void {
    const planes = this.#planes;
    planes.fill(0);
    for (const { any, preferred } of this.#steps) {
      add(planes, ~any[word]!, 0);
      if (preferred) add(planes, preferred[word]!, 1);
    }
  }

  /** The sum of a variant of the word that was counted last. */
  getSum(bit: number): number {
    const planes = this.#planes;
    let sum = 0;
    for (let plane = 0; plane < planes.length; plane += 1) sum |= ((planes[plane]! >>> bit) & 1) << plane;
    return sum;
  }
}

/** Adds 1 << `from` to the sums of the variants in `ones`. */
function add(planes: Int32Array, ones: number, from: number): void {
  let carry = ones;
  for (let plane = from; carry !== 0; plane += 1) {
    const before = planes[plane]!;
    planes[plane] = before ^ carry;
    carry &= before;
  }
}
