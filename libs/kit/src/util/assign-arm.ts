import { sha256 } from './sha256.js';

const BITS = 53n;

/**
 * The arm of a unit, as an index into the weights: the first 53 bits of SHA-256 of salt and unit, as a fraction of 2^53, compared with the
 * cumulative weights. The same for a unit on every replica, and in no relation to the arm of another salt.
 * @param weights - whole numbers, at least one above 0. An arm of weight 0 gets no unit.
 */
export function assignArm(salt: string, unit: string, weights: readonly number[]): number {
  const bits = sha256(salt + unit).readBigUInt64BE() >> (64n - BITS);
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  let cumulative = 0n;
  return weights.findIndex((weight) => {
    cumulative += BigInt(weight);
    // bits / 2^53 < cumulative / total, in whole numbers.
    return bits * total < cumulative << BITS;
  });
}
