import { expect, it } from 'vitest';
import { zonedDay } from './zoned-day.js';

it.each([
  ['UTC', '2026-11-27'],
  ['Europe/Berlin', '2026-11-28'],
  ['Pacific/Kiritimati', '2026-11-28'],
  ['America/Los_Angeles', '2026-11-27'],
  ['Pacific/Honolulu', '2026-11-27'],
])('an instant has the day of the time zone %s', (timeZone, day) => {
  expect(zonedDay(new Date('2026-11-27T23:30:00Z'), timeZone)).toBe(day);
});
