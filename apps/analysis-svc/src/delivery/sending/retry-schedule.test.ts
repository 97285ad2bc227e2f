import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.js';
import { createSchedule, RETRY_PAUSES_MS } from './retry-schedule.js';

const HOUR_MS = 3_600_000;

describe('the schedule of deliveries (docs/contract.md C15.5; docs/reliability.md R4.3)', () => {
  it('is ten attempts over 75 h 35 min 5 s: 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h (docs/contract.md C15.5)', () => {
    const [, minute, hour] = [1, 60, 3_600];
    expect(RETRY_PAUSES_MS.map((ms) => ms / 1_000)).toEqual([
      5,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ]);
    expect(RETRY_PAUSES_MS.reduce((sum, ms) => sum + ms)).toBe(((75 * 60 + 35) * 60 + 5) * 1_000);
  });

  it('every pause is within 10 % of its nominal value, and there is none after the tenth attempt', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (tries, random) => {
        const delay = createSchedule(1, () => random).retryDelayMs(tries);
        const pause = RETRY_PAUSES_MS[tries - 1];
        if (pause === undefined) {
          expect(delay).toBeNull();
          return;
        }
        expect(delay).toBeGreaterThanOrEqual(Math.floor(pause * 0.9));
        expect(delay).toBeLessThanOrEqual(Math.ceil(pause * 1.1));
      }),
    );
  });

  it('Retry-After makes a pause longer, up to a day (an hour for the whole endpoint), never shorter', () => {
    const schedule = createSchedule(1, () => 0.5);
    expect(schedule.retryDelayMs(1, 60_000)).toBe(60_000);
    expect(schedule.retryDelayMs(4, 60_000)).toBe(2 * HOUR_MS);
    expect(schedule.retryDelayMs(1, 1_000 * HOUR_MS)).toBe(24 * HOUR_MS);
    expect(schedule.retryDelayMs(10, 60_000)).toBeNull();
    expect(schedule.throttleMs(60_000)).toBe(60_000);
    expect(schedule.throttleMs(24 * HOUR_MS)).toBe(HOUR_MS);
  });

  it('the scale shortens all pauses; the lease stays long enough for a process under load (docs/contract.md C15.6)', () => {
    const schedule = createSchedule(0.001, () => 0.5);
    expect(schedule.retryDelayMs(9)).toBe(86_400);
    expect(schedule.failedForTooLongMs).toBe(432_000);
    expect(schedule.leaseMs).toBe(2_000);
    expect(createSchedule(1).leaseMs).toBe(60_000);
  });

  it('a failed build is retried after 5 s, then after doubled pauses of at most five minutes', () => {
    const schedule = createSchedule(1, () => 0.5);
    expect([1, 2, 3, 20, 2_000].map((failures) => schedule.buildDelayMs(failures))).toEqual([
      5_000, 10_000, 20_000, 300_000, 300_000,
    ]);
  });
});

describe('readRetryAfter (RFC 9110, 10.2.3)', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 10:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ])('%s is %i ms', (text, ms) => expect(parseRetryAfter(text, now)).toBe(ms));

  it.each([undefined, '', 'soon', '-5', '1.5', '9999999999', 'Sat, GMT'])('%s is ignored', (text) => {
    expect(parseRetryAfter(text, now)).toBeUndefined();
  });
});
