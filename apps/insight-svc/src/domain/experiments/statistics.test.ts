import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceInterval, measureAlpha, widthFactor } from './confidence-sequence.js';
import { logGamma } from './log-gamma.js';
import { addMoments, mean, momentsOfRate, NO_UNITS, variance } from './moments.js';
import { planUnits } from './planned-units.js';
import { sampleRatioPValue, smallestRatioPValue } from './sample-ratio.js';
import { chooseCap, winsorize } from './winsorize.js';

// Reference values are those of an implementation in another language, with the gamma function of its standard library.

describe('planned units (docs/insight.md N9.2)', () => {
  it('are 30 σ² / δ² per arm: 7,000 to find +10 % on a rate of 30 %', () => {
    expect(planUnits(0.3 * 0.7, 0.03)).toBe(7_000);
    expect(planUnits(1, 0.3)).toBe(334);
  });
});

describe('moments', () => {
  it('give the mean and the variance of a sample, and add up', () => {
    const values = [1, 2, 4, 9];
    const moments = values.reduce(
      (all, value) => addMoments(all, { units: 1, sum: value, sumOfSquares: value * value }),
      NO_UNITS,
    );
    expect(mean(moments)).toBe(4);
    expect(variance(moments)).toBeCloseTo(38 / 3, 12);
    expect(variance(momentsOfRate(10, 3))).toBeCloseTo(0.21 * (10 / 9), 12);
    expect(variance({ units: 3, sum: 0.3, sumOfSquares: 0.03 - 1e-18 })).toBeGreaterThanOrEqual(0);
  });
});

describe('the interval that is valid at every look (docs/insight.md N9.3)', () => {
  it('is 3.04 standard errors wide on each side at the planned units', () => {
    expect(widthFactor(14_000, 7_000, 0.05)).toBeCloseTo(3.035208990376253, 12);
    expect(widthFactor(1_400, 7_000, 0.05)).toBeCloseTo(3.8550546335303104, 12);
    expect(widthFactor(14_000, 7_000, 0.0125)).toBeCloseTo(3.50307177909546, 12);
  });

  it('of 3,000 and 3,300 of 10,000 is 1.0 to 5.0 points', () => {
    const { low, high } = differenceInterval(momentsOfRate(10_000, 3_000), momentsOfRate(10_000, 3_300), 7_000, 0.05);
    expect(low).toBeCloseTo(0.010025313501560853, 12);
    expect(high).toBeCloseTo(0.0499746864984392, 12);
  });

  it('is mirrored when the arms are exchanged, and wider at a smaller alpha', () => {
    const arm = fc
      .tuple(fc.integer({ min: 2, max: 100_000 }), fc.double({ min: 0.01, max: 0.99, noNaN: true }))
      .map(([units, rate]) => momentsOfRate(units, Math.round(units * rate)));
    fc.assert(
      fc.property(arm, arm, (a, b) => {
        const [one, other] = [differenceInterval(a, b, 5_000, 0.05), differenceInterval(b, a, 5_000, 0.05)];
        expect(one.low).toBeCloseTo(-other.high, 10);
        const narrow = differenceInterval(a, b, 5_000, 0.01);
        expect(narrow.high - narrow.low).toBeGreaterThanOrEqual(one.high - one.low);
      }),
    );
  });

  it('has 5 % for the primary measure; four others share 5 %', () => {
    expect([measureAlpha(true, 4), measureAlpha(false, 4)]).toEqual([0.05, 0.0125]);
  });
});

describe('the cap of revenue (docs/insight.md N9.4)', () => {
  it('is the 99.5th percentile of order values by nearest rank', () => {
    const values = Array.from({ length: 1_000 }, (_, index) => 1_000 - index);
    expect(chooseCap(values)).toBe(995);
    expect(chooseCap(values.slice(-200))).toBe(199);
    expect(chooseCap([7])).toBe(7);
    expect([winsorize(2_000, 995), winsorize(20, 995)]).toEqual([995, 20]);
  });

  it('is none without orders', () => {
    expect(chooseCap([])).toBeNull();
    expect(winsorize(20, null)).toBe(20);
  });
});

describe('the logarithm of the gamma function', () => {
  it.each([
    [0.5, 0.5723649429247001],
    [1, 0],
    [10, 12.801827480081469],
    [100, 359.1342053695754],
    [15_000.5, 129238.00113702063],
  ])('of %d', (x, expected) => {
    expect(logGamma(x)).toBeCloseTo(expected, x > 1_000 ? 8 : 10);
  });
});

describe('the check of the sample ratio (docs/insight.md N9.5)', () => {
  it('agrees with the reference', () => {
    expect(sampleRatioPValue([5_000, 5_000], [1, 1])).toBe(1);
    expect(sampleRatioPValue([5_300, 4_700], [1, 1])).toBeCloseTo(0.00017421600622409675, 10);
    expect(sampleRatioPValue([520, 480], [1, 1])).toBeCloseTo(0.9752351257863936, 8);
    expect(sampleRatioPValue([6_000, 3_000, 3_300], [2, 1, 1])).toBeCloseTo(0.005558176925274053, 10);
  });

  it('keeps the smallest value of all looks: a ratio that was wrong for a time stays visible', () => {
    const looks = [
      [500, 500],
      [5_300, 4_700],
      [10_000, 10_000],
    ];
    expect(smallestRatioPValue(looks, [1, 1])).toBe(sampleRatioPValue([5_300, 4_700], [1, 1]));
  });
});
