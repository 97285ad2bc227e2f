import { describe, expect, it } from 'vitest';
import { compareGuards, createGuardSums, type GuardUnit } from './guards.js';

const unit = (more: Partial<GuardUnit>): GuardUnit => ({
  ...{ isAsked: false, isGiven: false, lines: 0, refundedLines: 0 },
  ...more,
});

describe('guards of tests (docs/insight.md N13.12)', () => {
  it('count refunded lines, and analyses without the contact that they were asked for; analyses of no arm count nowhere', () => {
    const sums = createGuardSums('QUESTIONNAIRE', ['A', 'B']);
    sums.add(unit({ isAsked: true, lines: 3, refundedLines: 1 }), 'A');
    sums.add(unit({ isAsked: true, isGiven: true }), 'A');
    sums.add(unit({ isGiven: true, lines: 1 }), 'B');
    sums.add(unit({ isAsked: true, lines: 9, refundedLines: 9 }), undefined);
    expect(sums.get()).toEqual([
      { guard: 'OPT_OUT', arm: 'A', units: 2, cases: 1 },
      { guard: 'OPT_OUT', arm: 'B', units: 0, cases: 0 },
      { guard: 'REFUNDS', arm: 'A', units: 3, cases: 1 },
      { guard: 'REFUNDS', arm: 'B', units: 1, cases: 0 },
    ]);
  });

  it.each(['MATCHING', 'HOLDOUT'] as const)('of a test of the kind %s are refunds only', (kind) => {
    const guards = createGuardSums(kind, ['A', 'B'])
      .get()
      .map(({ guard }) => guard);
    expect(guards).toEqual(['REFUNDS', 'REFUNDS']);
  });

  const refunds = (a: [number, number], b: [number, number]) =>
    compareGuards(
      [
        { guard: 'REFUNDS', arm: 'A', units: a[0], cases: a[1] },
        { guard: 'REFUNDS', arm: 'B', units: b[0], cases: b[1] },
      ],
      1_000,
    )[0]?.arms[1];

  it('an arm is worse where the interval is above 0, and not where it is better or uncertain', () => {
    expect(refunds([1_000, 50], [1_000, 200])?.isWorse).toBe(true);
    expect(refunds([1_000, 200], [1_000, 50])?.isWorse).toBe(false);
    expect(refunds([1_000, 50], [1_000, 55])).toMatchObject({ isWorse: false, interval: { low: expect.any(Number) } });
  });

  it('have no interval before 100 units and 10 cases in each arm, and none for the first arm (N9.3)', () => {
    expect(refunds([99, 50], [1_000, 900])?.interval).toBeNull();
    expect(refunds([1_000, 9], [1_000, 900])?.interval).toBeNull();
    expect(
      compareGuards([{ guard: 'REFUNDS', arm: 'A', units: 500, cases: 50 }], 100)[0]?.arms[0]?.interval,
    ).toBeNull();
  });
});
