import { expect } from 'vitest';
import type { DayStats } from '../../learning/day-stats.js';
import type { EventSession } from '../aggregate-day.js';

/** The definition of DayStats written down once more, on plain arrays and without regard to cost. */
export function naiveDay(sessions: readonly EventSession[]): DayStats {
  const counted = sessions.filter(({ events }) => events.length > 0);
  const options = unique(counted.flatMap((session) => session.options));
  const having = (option: string) => counted.filter((session) => session.options.includes(option));
  return {
    sessions: counted.length,
    impressions: counted.flatMap(({ events }) => events).filter(({ type }) => type === 'IMPRESSION').length,
    options: Object.fromEntries(options.map((option) => [option, having(option).length])),
    variants: computeStats(counted),
    pairs: Object.fromEntries(options.map((option) => [option, computeStats(having(option))])),
  };
}

function computeStats(sessions: readonly EventSession[]): DayStats['variants'] {
  const variantIds = unique(sessions.flatMap(({ events }) => events.map(({ variantId }) => variantId)));
  return Object.fromEntries(
    variantIds.map((variantId) => {
      const own = sessions.map(({ events }) => events.filter((event) => event.variantId === variantId));
      const shown = own.flat().filter(({ type }) => type === 'IMPRESSION');
      const count = (events: EventSession['events'], type: string) =>
        events.filter((event) => event.type === type).length;
      return [
        variantId,
        {
          b: sum(shown.map(({ position = 0 }) => 1 / (1 + 0.25 * position))),
          k: sum(
            own.map((events) =>
              Math.min(8, count(events, 'CLICK') + 3 * count(events, 'ADD_TO_CART') + 8 * count(events, 'PURCHASE')),
            ),
          ),
        },
      ];
    }),
  );
}

/** The same sums for an assertion: b is summed in billionths, so it is near. */
export function nearly(stats: DayStats): unknown {
  const near = (cells: DayStats['variants']) =>
    Object.fromEntries(Object.entries(cells).map(([id, { b, k }]) => [id, { b: expect.closeTo(b, 6), k }]));
  const pairs = Object.entries(stats.pairs).map(([option, cells]) => [option, near(cells)]);
  return { ...stats, variants: near(stats.variants), pairs: Object.fromEntries(pairs) };
}

const unique = (values: readonly string[]): string[] => [...new Set(values)].sort();
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
