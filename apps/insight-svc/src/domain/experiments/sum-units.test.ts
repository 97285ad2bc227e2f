import { EXPERIMENT_MEASURES } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { type AnalysisUnit, createUnitSums } from './sum-units.js';

const unit = (more: Partial<AnalysisUnit>): AnalysisUnit => ({
  ...{ unit: 'a1', day: '2026-03-02', isClicked: false, isAdded: false, isOpen: false, orders: 0, revenue: 0 },
  ...more,
});

describe('sums of analyses of a test of matching (docs/insight.md N13.5)', () => {
  it('count clicks and carts of all, orders and revenue of those whose window is over, revenue up to the cap', () => {
    const sums = createUnitSums(
      ({ unit: id }: AnalysisUnit) => (id.startsWith('a') ? 'A' : 'B'),
      100,
      EXPERIMENT_MEASURES.MATCHING,
    );
    sums.add(unit({ unit: 'a1', isClicked: true, orders: 2, revenue: 250 }));
    sums.add(unit({ unit: 'a2', isAdded: true, orders: 1, revenue: 40, isOpen: true }));
    sums.add(unit({ unit: 'b1', day: '2026-03-03', revenue: 30, orders: 1 }));
    const rows = sums
      .get()
      .map(({ day, arm, measure, units, openUnits, successes, sum, sumOfSquares }) => [
        `${day} ${arm} ${measure}`,
        [units, openUnits, successes, sum, sumOfSquares],
      ]);
    expect(Object.fromEntries(rows)).toEqual({
      '2026-03-02 A EXPOSURE': [2, 0, 0, 0, 0],
      '2026-03-02 A CLICK_RATE': [2, 0, 1, 1, 1],
      '2026-03-02 A ADD_TO_CART_RATE': [2, 0, 1, 1, 1],
      '2026-03-02 A ORDERS_PER_UNIT': [1, 1, 1, 2, 4],
      '2026-03-02 A REVENUE_PER_UNIT': [1, 1, 1, 100, 10_000],
      '2026-03-03 B EXPOSURE': [1, 0, 0, 0, 0],
      '2026-03-03 B CLICK_RATE': [1, 0, 0, 0, 0],
      '2026-03-03 B ADD_TO_CART_RATE': [1, 0, 0, 0, 0],
      '2026-03-03 B ORDERS_PER_UNIT': [1, 0, 1, 1, 1],
      '2026-03-03 B REVENUE_PER_UNIT': [1, 0, 1, 30, 900],
    });
  });
});
