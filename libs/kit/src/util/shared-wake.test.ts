import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSharedWake } from './shared-wake.js';

const GRID_MS = 5_000;
const now = fc.double({ min: 0, max: 1e9, noNaN: true });

it('pauses end at common moments, less than 5 s earlier than asked, 50 ms later at most, and never immediately', () => {
  fc.assert(
    fc.property(fc.integer({ min: GRID_MS, max: 10_000_000 }), now, (ms, at) => {
      const pauseMs = toSharedWake(ms, at);
      const end = (at + pauseMs) / GRID_MS;
      expect(Math.abs(end - Math.round(end))).toBeLessThan(1e-6);
      expect(pauseMs).toBeLessThanOrEqual(ms + 50);
      expect(pauseMs).toBeGreaterThan(Math.max(ms - GRID_MS, 0));
    }),
  );
});

it('one that is repeated keeps its interval if that is a multiple of 5 s, also after a timer that ended early', () => {
  const intervals = fc.integer({ min: 1, max: 100 });
  const runs = fc.double({ min: -40, max: 4_900, noNaN: true });
  fc.assert(
    fc.property(intervals, fc.integer({ min: 1, max: 100_000 }), runs, (count, grid, runMs) => {
      const pauseMs = toSharedWake(count * GRID_MS, grid * GRID_MS + runMs);
      expect(pauseMs + runMs).toBeCloseTo(count * GRID_MS, 3);
    }),
  );
});

it('short pauses stay exact', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: GRID_MS - 1 }), now, (ms, at) => toSharedWake(ms, at) === ms));
});
