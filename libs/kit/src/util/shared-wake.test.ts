import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteRequest, restWithoutRequests, startPause, toSharedWake } from './shared-wake.js';

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

// docs/adr/0170-a-system-without-requests-rests.md
describe('a process to which all work comes as requests', () => {
  const endings: (() => void)[] = [];
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => {
    for (const end of endings.splice(0)) end();
    vi.useRealTimers();
  });

  /** A process that starts, and one task that pauses again and again. @returns seconds at which its pauses ended. */
  function start(pauseMs: number, options: { rests?: boolean; dueInMs?: number } = {}) {
    const stopResting = restWithoutRequests();
    endings.push(stopResting, () => cancel());
    if (options.rests === false) stopResting();
    const startedAt = performance.now();
    const ends: number[] = [];
    let cancel = () => {};
    const pause = () => {
      cancel = startPause(pauseMs, pause, options.dueInMs);
      ends.push(Math.round((performance.now() - startedAt) / 1_000));
    };
    pause();
    ends.length = 0;
    return { ends, cancel: () => cancel(), after: (s: number) => vi.advanceTimersByTime(s * 1_000) };
  }

  it.each([5_000, 15_000, 30_000])(
    'rests 10 s after the last request: pauses of %i ms end every five minutes',
    (pauseMs) => {
      const { ends, after } = start(pauseMs);
      after(1_500);
      const gaps = ends.filter((at) => at > 600).map((at, index, late) => at - (late[index - 1] ?? at - 300));
      expect(gaps).toEqual([300, 300, 300]);
      expect(Math.min(...ends)).toBeLessThanOrEqual(pauseMs / 1_000);
    },
  );

  it('a request ends what rests within 5 s, and rest begins 10 s later', () => {
    const { ends, after } = start(5_000);
    after(100);
    ends.length = 0;
    noteRequest();
    after(120);
    expect(ends[0]).toBeLessThanOrEqual(105);
    expect(ends.filter((at) => at <= 120)).toHaveLength(2);
    expect(ends.filter((at) => at > 120 && at <= 220).length).toBeLessThanOrEqual(1);
  });

  it('many requests end a rest once', () => {
    const { ends, after } = start(5_000);
    after(100);
    ends.length = 0;
    for (let count = 0; count < 10; count++) noteRequest();
    after(6);
    expect(ends).toHaveLength(1);
  });

  it.each([
    ['what is due by itself is not later', 5_000, { dueInMs: 0 }, 180],
    ['nor is what is due later', 5_000, { dueInMs: 80_000 }, 14],
    ['a rest is not longer for what is due after it', 5_000, { dueInMs: 1_000_000 }, 5],
    ['a process that does not rest any more', 5_000, { rests: false }, 180],
    ['shorter pauses stay as they are', 3_000, {}, 300],
    ['longer ones too', 300_000, {}, 3],
  ] as const)('%s', (_, pauseMs, options, count) => {
    const { ends, after } = start(pauseMs, options);
    after(900.1);
    expect(ends).toHaveLength(count);
  });

  it('all pauses end once when the rest begins', () => {
    const startedAt = performance.now();
    endings.push(restWithoutRequests());
    const ends: [number, number][] = [];
    for (const pauseMs of [5_000, 30_000, 60_000]) {
      let end = () => {};
      const pause = () => {
        end = startPause(pauseMs, () => {
          ends.push([pauseMs, Math.round((performance.now() - startedAt) / 1_000)]);
          pause();
        });
      };
      pause();
      endings.push(() => end());
    }
    const cancel = startPause(60_000, () => ends.push([0, 0]));
    cancel();
    vi.advanceTimersByTime(290_000);
    expect(ends).toEqual([
      [5_000, 5],
      [5_000, 10],
      [30_000, 10],
      [60_000, 10],
    ]);
  });

  it('a pause that is cancelled during a rest does not end, neither by itself nor by a request', () => {
    const { ends, after, cancel } = start(5_000);
    after(100);
    ends.length = 0;
    cancel();
    noteRequest();
    after(100);
    expect(ends).toEqual([]);
  });
});
