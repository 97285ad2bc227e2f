import { addDays } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { splitPeriod, toWeek } from './whole-weeks.js';

describe('splitPeriod (docs/insight.md N10.4)', () => {
  it('a week begins on Monday', () => {
    expect(['2026-03-01', '2026-03-02', '2026-03-08', '2026-03-09'].map(toWeek)).toEqual([
      '2026-02-23',
      '2026-03-02',
      '2026-03-02',
      '2026-03-09',
    ]);
  });

  it('has the whole weeks that are added up, and the days of the others', () => {
    const known = new Set(['2026-02-23', '2026-03-02', '2026-03-16', '2026-03-23']);
    expect(splitPeriod('2026-02-24', '2026-03-24', (week) => known.has(week))).toEqual({
      weeks: ['2026-03-02', '2026-03-16'],
      days: [
        ...['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'],
        ...['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15'],
        ...['2026-03-23', '2026-03-24'],
      ],
    });
  });

  it('covers each day of any period once', () => {
    for (let length = 1; length <= 60; length += 1) {
      const from = addDays('2026-01-01', length * 3);
      const { weeks, days } = splitPeriod(from, addDays(from, length - 1), (week) => week.endsWith('2'));
      const all = [...days, ...weeks.flatMap((week) => [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(week, n)))].sort();
      expect(all).toEqual(Array.from({ length }, (_, n) => addDays(from, n)));
    }
  });
});
