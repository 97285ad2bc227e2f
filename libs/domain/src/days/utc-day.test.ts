import { expect, it } from 'vitest';
import { addDays, utcDay } from './utc-day.js';

it('the day of an instant is that of UTC, from midnight to midnight', () => {
  expect(utcDay(new Date('2026-11-27T00:00:00+01:00'))).toBe('2026-11-26');
  expect(utcDay(new Date('2026-11-27T23:59:59.999Z'))).toBe('2026-11-27');
});

it.each([
  ['2026-11-27', 0, '2026-11-27'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
  // Clocks of many time zones change between these days.
  ['2026-10-24', 2, '2026-10-26'],
])('%s plus %d days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});
