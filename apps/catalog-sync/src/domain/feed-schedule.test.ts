import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSyncDelayMs } from './feed-schedule.js';

const HOUR = 3_600_000;
const hours = fc.integer({ min: 1, max: 168 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('nextSyncDelayMs (docs/catalog.md "Feeds")', () => {
  it('is the interval ± 10 % after a success', () => {
    fc.assert(
      fc.property(hours, random, (every, r) => {
        const delay = nextSyncDelayMs(every, 0, r);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(every * HOUR * 0.9));
        expect(delay).toBeLessThanOrEqual(Math.ceil(every * HOUR * 1.1));
      }),
    );
  });

  it('starts at five minutes, grows with each failure, and is never longer than after a success', () => {
    expect(nextSyncDelayMs(12, 1, 0.5)).toBe(5 * 60_000);
    expect(nextSyncDelayMs(12, 2, 0.5)).toBe(10 * 60_000);
    fc.assert(
      fc.property(hours, fc.integer({ min: 1, max: 10_000 }), random, (every, failures, r) => {
        const delay = nextSyncDelayMs(every, failures, r);
        expect(delay).toBeLessThanOrEqual(nextSyncDelayMs(every, failures + 1, r));
        expect(delay).toBeLessThanOrEqual(nextSyncDelayMs(every, 0, r));
      }),
    );
  });
});
