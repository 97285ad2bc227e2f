import { describe, expect, it } from 'vitest';
import type { DaySum } from './evaluate.js';
import { sumVisitOrders } from './sum-visit-orders.js';

const sums = (more: Partial<DaySum>): DaySum => ({
  ...{ day: '2026-03-02', arm: 'A', measure: 'ORDERS_PER_UNIT', units: 0, openUnits: 0, successes: 0 },
  ...{ sum: 0, sumOfSquares: 0, ...more },
});
const exposures = (units: number, more: Partial<DaySum> = {}) => sums({ measure: 'EXPOSURE', units, ...more });
const closed = { today: '2026-03-10', windowDays: 7 };
const find = (found: readonly DaySum[], measure: DaySum['measure']) =>
  found
    .filter((sum) => sum.measure === measure)
    .map(({ day, arm, units, openUnits, successes, sum, sumOfSquares }) => [
      `${day} ${arm}`,
      [units, openUnits, successes, sum, sumOfSquares],
    ]);

describe('orders of visits (docs/insight.md N13.14)', () => {
  it('are those of analyses, divided by all visits; clicks are of analyses', () => {
    const found = sumVisitOrders(
      [
        sums({ units: 40, successes: 3, sum: 4, sumOfSquares: 6 }),
        sums({ measure: 'REVENUE_PER_UNIT', units: 40, successes: 3, sum: 90, sumOfSquares: 3_000 }),
        sums({ measure: 'CLICK_RATE', units: 45, successes: 9, sum: 9, sumOfSquares: 9 }),
        exposures(45),
      ],
      [exposures(100), exposures(50, { arm: 'B' })],
      closed,
    );
    const noOrders = ['2026-03-02 B', [50, 0, 0, 0, 0]];
    expect(find(found, 'ORDERS_PER_UNIT')).toEqual([['2026-03-02 A', [100, 0, 3, 4, 6]], noOrders]);
    expect(find(found, 'REVENUE_PER_UNIT')).toEqual([['2026-03-02 A', [100, 0, 3, 90, 3_000]], noOrders]);
    expect(find(found, 'CLICK_RATE')).toEqual([['2026-03-02 A', [45, 0, 9, 9, 9]]]);
    expect(find(found, 'EXPOSURE')).toEqual([]);
  });

  it('count once the windows of all analyses of a day are over: until then, its visits are open and nothing is counted', () => {
    const given = sums({ units: 40, successes: 3, sum: 4, sumOfSquares: 6 });
    const on = (today: string) =>
      find(sumVisitOrders([given], [exposures(100)], { ...closed, today }), 'ORDERS_PER_UNIT');
    expect(on('2026-03-09')).toEqual([['2026-03-02 A', [0, 100, 0, 0, 0]]]);
    expect(on('2026-03-10')).toEqual([['2026-03-02 A', [100, 0, 3, 4, 6]]]);
  });

  it('of a day without a visit are counted, since the visit began the day before, or was not reported', () => {
    const found = sumVisitOrders([sums({ units: 1, successes: 1, sum: 1, sumOfSquares: 1 })], [], closed);
    expect(find(found, 'ORDERS_PER_UNIT')).toEqual([['2026-03-02 A', [0, 0, 1, 1, 1]]]);
  });
});
