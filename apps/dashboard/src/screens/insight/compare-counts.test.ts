import { describe, expect, it } from 'vitest';
import { type Change, compareCounts, compareRates } from './compare-counts.js';

/** Whether the interval says in which direction it changed. */
const isClear = ({ low, high }: Change): boolean => low > 0 || high < 0;

const week = (count: number) => Array.from({ length: 7 }, () => count);

describe('changes against the period before (docs/dashboard.md Y48.1)', () => {
  it('is an interval around the change', () => {
    const change = compareCounts(700, week(150));
    expect(change?.low).toBeCloseTo(1.5 * Math.exp(-1.96 * Math.sqrt(1 / 1_050 + 1 / 700)) - 1, 10);
    expect(change?.high).toBeCloseTo(1.5 * Math.exp(1.96 * Math.sqrt(1 / 1_050 + 1 / 700)) - 1, 10);
    expect(isClear(change as never)).toBe(true);
  });

  it('there is none for few visits or few days', () => {
    expect(compareCounts(19, week(150))).toBeUndefined();
    expect(compareCounts(700, week(2))).toBeUndefined();
    expect(compareCounts(700, [500, 550])).toBeUndefined();
  });

  it('is wider where days vary more than chance makes them', () => {
    const [even, uneven] = [compareCounts(700, week(120)), compareCounts(700, [20, 20, 20, 20, 20, 20, 720])];
    expect(isClear(even as never)).toBe(true);
    expect(isClear(uneven as never)).toBe(false);
  });

  it('rarely reports a change between equal periods, although days vary three times as much as by chance', () => {
    let state = 42;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const period = () => Array.from({ length: 28 }, () => Math.max(0, Math.round(100 + Math.sqrt(300) * normal())));
    const sum = (days: number[]) => days.reduce((total, each) => total + each, 0);
    const alarms = Array.from({ length: 1_000 }, () => compareCounts(sum(period()), period())).filter(
      (change) => change && isClear(change),
    );
    expect(alarms.length).toBeGreaterThan(20);
    expect(alarms.length).toBeLessThan(80);
  });

  it('the difference of shares follows from their intervals', () => {
    const now = { value: 0.6, low: 0.57, high: 0.63 };
    const before = { value: 0.5, low: 0.46, high: 0.54 };
    const { low, high } = compareRates(now, before);
    expect([low, high]).toEqual([expect.closeTo(0.05, 10), expect.closeTo(0.15, 10)]);
  });
});
