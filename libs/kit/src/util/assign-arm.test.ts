import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignArm } from './assign-arm.js';

describe('assignment of a unit to an arm', () => {
  it('compares the first 53 bits of SHA-256 with the cumulative weights', () => {
    // As computed by another implementation: 0.845, 0.716, 0.016, 0.575, 0.009, 0.463.
    const units = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6'];
    expect(units.map((unit) => assignArm('summer', unit, [1, 1]))).toEqual([1, 1, 0, 1, 0, 0]);
    expect(units.map((unit) => assignArm('summer', unit, [1, 57, 42]))).toEqual([2, 2, 1, 1, 0, 1]);
  });

  it('uses all 53 bits: a weight at the fraction of a unit excludes it, one above includes it', () => {
    // SHA-256 of "saltunit" is 06a2380fecdbd214…; its first 53 bits are 233401441164154.
    const bits = 233_401_441_164_154;
    expect(assignArm('salt', 'unit', [bits, 2 ** 53 - bits])).toBe(1);
    expect(assignArm('salt', 'unit', [bits + 1, 2 ** 53 - bits - 1])).toBe(0);
  });

  it('gives every unit one arm with a weight, the same each time', () => {
    const weights = fc
      .array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 3 })
      .filter((list) => list.some((w) => w > 0));
    fc.assert(
      fc.property(fc.string(), fc.string(), weights, (salt, unit, given) => {
        const arm = assignArm(salt, unit, given);
        expect(given[arm]).toBeGreaterThan(0);
        expect(assignArm(salt, unit, given)).toBe(arm);
      }),
    );
  });

  it('agrees with the weights, and is independent of the assignment by another salt', () => {
    const counts = [0, 0, 0, 0];
    for (let unit = 0; unit < 20_000; unit++) {
      const [arm, other] = [assignArm('one', `${unit}`, [1, 1]), assignArm('two', `${unit}`, [1, 1])];
      counts[arm * 2 + other]! += 1;
    }
    // 5,000 each; the standard deviation is 61.
    for (const count of counts) expect(Math.abs(count - 5_000)).toBeLessThan(300);
  });
});
