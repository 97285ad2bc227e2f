import { describe, expect, it } from 'vitest';
import { compareGuards, createGuardSums, type GuardUnit } from './guards.js';

const unit = (more: Partial<GuardUnit>): GuardUnit => ({
  ...{ unit: 'u', versionId: 'A', isAsked: false, isGiven: false, lines: 0, refundedLines: 0 },
  ...more,
});
const byVersion = ({ versionId }: GuardUnit) => (['A', 'B'].includes(versionId) ? versionId : undefined);

describe('guards of tests (docs/insight.md N13.12)', () => {
  it('count refunded lines, and analyses without the contact that they were asked for; analyses of no arm count nowhere', () => {
    const sums = createGuardSums('QUESTIONNAIRE', ['A', 'B'], byVersion);
    sums.add(unit({ isAsked: true, lines: 3, refundedLines: 1 }));
    sums.add(unit({ isAsked: true, isGiven: true }));
    sums.add(unit({ versionId: 'B', isGiven: true, lines: 1 }));
    sums.add(unit({ versionId: 'other', isAsked: true, lines: 9, refundedLines: 9 }));
    expect(sums.get()).toEqual([
      { guard: 'OPT_OUT', arm: 'A', units: 2, cases: 1 },
      { guard: 'OPT_OUT', arm: 'B', units: 0, cases: 0 },
      { guard: 'REFUNDS', arm: 'A', units: 3, cases: 1 },
      { guard: 'REFUNDS', arm: 'B', units: 1, cases: 0 },
    ]);
  });

  it('of a test of matching are refunds only: a contact is given before the list', () => {
    expect(
      createGuardSums('MATCHING', ['A', 'B'], byVersion)
        .get()
        .map(({ guard }) => guard),
    ).toEqual([...['REFUNDS', 'REFUNDS']]);
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
