import { describe, expect, it } from 'vitest';
import { type Simulated, simulateLoad } from '../testing/simulate-load.js';
import { MAX_LIMIT, TARGET_MS } from './adaptive-limit.js';
import { Admission, ALWAYS_ADMITTED, MAX_BEHIND, MAX_CHAT } from './admission.js';
import type { RequestClass } from './request-class.js';

/** Three times the capacity from second 5 to second 17, seven tenths of it before and after. */
const LOAD = { from: 5_000, to: 17_000 };
const shareOfCapacity = (atS: number) => (atS * 1_000 >= LOAD.from && atS * 1_000 < LOAD.to ? 3 : 0.7);
const SECONDS = 26;
const runs = [150, 500, 1_300, 4_000].flatMap((capacity) => [1, 2].map((seed) => ({ capacity, seed })));

const between = (requests: Simulated[], from: number, to: number) => requests.filter(({ at }) => at >= from && at < to);
const refused = (requests: Simulated[]) => requests.filter(({ doneAt }) => doneAt === undefined);
const ofClass = (requests: Simulated[], name: RequestClass) => requests.filter((request) => request.name === name);
const latencies = (requests: Simulated[]) =>
  requests.flatMap(({ at, doneAt }) => (doneAt === undefined ? [] : [doneAt - at])).sort((a, b) => a - b);
const p99 = (requests: Simulated[]) => latencies(requests).at(-Math.ceil(latencies(requests).length / 100)) ?? 0;
const doneBetween = (requests: Simulated[], from: number, to: number) =>
  requests.filter(({ doneAt = -1 }) => doneAt >= from && doneAt < to).length;

describe.each(runs)('three times the capacity of $capacity/s, seed $seed', ({ capacity, seed }) => {
  const workMs = 1_000 / capacity;
  const one = simulateLoad([{ name: 'match', perSecond: (at) => shareOfCapacity(at) * capacity, workMs }], {
    seconds: SECONDS,
    seed,
  });
  const part = (name: RequestClass, share: number) => ({
    name,
    perSecond: (at: number) => share * shareOfCapacity(at) * capacity,
    workMs,
  });
  const mix = simulateLoad([part('match', 0.3), part('create', 0.3), part('funnel', 0.3), part('management', 0.1)], {
    seconds: SECONDS,
    seed,
  });

  it.each([
    ['matches', one],
    ['a mix', mix],
  ])('%s: at least 95 % of the capacity is answered, p99 within a second', (_load, { requests }) => {
    const expected = (capacity * (LOAD.to - LOAD.from)) / 1_000;
    expect(doneBetween(requests, LOAD.from, LOAD.to)).toBeGreaterThan(0.95 * expected);
    expect(p99(between(requests, LOAD.from, LOAD.to))).toBeLessThan(1_000);
  });

  it.each([
    ['matches', one],
    ['a mix', mix],
  ])('%s: throughput does not oscillate', (_load, { requests }) => {
    for (let from = LOAD.from; from < LOAD.to; from += 500) {
      expect(doneBetween(requests, from, from + 500)).toBeGreaterThan(0.7 * capacity * 0.5);
    }
  });

  it.each([
    ['matches', one],
    ['a mix', mix],
  ])('%s: nothing is refused before it, nor from 5 s after it', (_load, { requests }) => {
    expect(refused(between(requests, 0, LOAD.from))).toHaveLength(0);
    const after = between(requests, LOAD.to + 5_000, SECONDS * 1_000);
    expect(refused(after)).toHaveLength(0);
    expect(p99(after)).toBeLessThan(TARGET_MS);
  });

  it('the requests in work are bounded', () => {
    expect(one.most).toBeLessThanOrEqual(MAX_LIMIT);
    expect(mix.most).toBeLessThanOrEqual(3 * MAX_LIMIT + MAX_BEHIND);
  });

  it('management is refused before any shopper, and keeps a little', () => {
    const [first] = refused(mix.requests);
    expect(first?.name).toBe('management');
    const steady = between(mix.requests, LOAD.from + 2_000, LOAD.to);
    const admittedShare = (requests: Simulated[]) => 1 - refused(requests).length / requests.length;
    const shoppers = admittedShare(steady.filter(({ name }) => name !== 'management'));
    expect(admittedShare(ofClass(steady, 'management'))).toBeLessThan(shoppers / 1.5);
    expect(latencies(ofClass(steady, 'management')).length).toBeGreaterThan(20);
  });
});

describe('shoppers whose answers also wait for the database, at three times the capacity', () => {
  it('have a fair share of it: none of the classes is refused nearly always', () => {
    const perSecond = () => 1_000;
    const { requests } = simulateLoad(
      [
        { name: 'match', perSecond, workMs: 1 },
        { name: 'funnel', perSecond, workMs: 1 },
        { name: 'create', perSecond, workMs: 1, waitMs: 180 },
      ],
      { seconds: 20, seed: 7 },
    );
    const steady = between(requests, 5_000, 20_000);
    for (const name of ['match', 'funnel', 'create'] as const) {
      const own = ofClass(steady, name);
      expect(1 - refused(own).length / own.length, name).toBeGreaterThan(0.2);
    }
    expect(p99(steady)).toBeLessThan(1_500);
  });
});

// docs/reliability.md R7.15
describe('reports and the chat', () => {
  const perSecond = (share: number) => (atS: number) => share * shareOfCapacity(atS) * 1_000;
  const classes = ['match', 'create', 'event', 'visit', 'chat', 'management'] as const;
  const mix = classes.map((name) => ({ name, perSecond: perSecond(1 / classes.length), workMs: 1 }));
  const { requests } = simulateLoad(mix, { seconds: SECONDS, seed: 8 });

  it('are refused after management and before what shoppers wait for, and keep a little', () => {
    const steady = between(requests, LOAD.from + 2_000, LOAD.to);
    const admittedShare = (name: RequestClass) =>
      1 - refused(ofClass(steady, name)).length / ofClass(steady, name).length;
    for (const aside of ['event', 'visit', 'chat'] as const) {
      for (const shopper of ['match', 'create'] as const) {
        expect(admittedShare(aside), aside).toBeLessThan(admittedShare(shopper) / 1.5);
      }
      expect(latencies(ofClass(steady, aside)).length, aside).toBeGreaterThan(20);
    }
    expect(doneBetween(steady, LOAD.from + 2_000, LOAD.to)).toBeGreaterThan(0.95 * 10_000);
  });

  it('are not refused below the capacity, nor from 5 s after the overload', () => {
    expect(refused(between(requests, 0, LOAD.from))).toHaveLength(0);
    expect(refused(between(requests, LOAD.to + 5_000, SECONDS * 1_000))).toHaveLength(0);
  });

  it.each(['event', 'visit'] as const)(
    '%ss that exceed the capacity alone are refused, hardly any shopper is',
    (name) => {
      const alone = simulateLoad(
        [
          { name: 'match', perSecond: () => 500, workMs: 1 },
          { name, perSecond: () => 2_500, workMs: 1 },
        ],
        { seconds: 15, seed: 9 },
      );
      const matches = ofClass(alone.requests, 'match');
      expect(refused(matches).length).toBeLessThan(matches.length / 100);
      expect(p99(alone.requests)).toBeLessThan(1_000);
      expect(doneBetween(alone.requests, 0, 15_000)).toBeGreaterThan(0.95 * 15_000);
    },
  );

  it('turns that wait for a language model are bounded, and refuse nothing else', () => {
    const { requests, most } = simulateLoad(
      [
        { name: 'match', perSecond: () => 500, workMs: 1 },
        { name: 'chat', perSecond: () => 300, workMs: 0.1, waitMs: 2_500 },
      ],
      { seconds: 20, seed: 10 },
    );
    expect(refused(ofClass(requests, 'match'))).toHaveLength(0);
    expect(most).toBeLessThan(MAX_CHAT + 50);
  });
});

describe('management that exceeds the capacity alone', () => {
  it('costs shoppers less than one answer in a hundred', () => {
    const { requests } = simulateLoad(
      [
        { name: 'match', perSecond: () => 500, workMs: 1 },
        { name: 'management', perSecond: () => 2_500, workMs: 1 },
      ],
      { seconds: 15, seed: 3 },
    );
    const matches = ofClass(requests, 'match');
    expect(refused(matches).length).toBeLessThan(matches.length / 100);
    expect(p99(requests)).toBeLessThan(1_000);
    expect(doneBetween(requests, 0, 15_000)).toBeGreaterThan(0.95 * 15_000);
  });
});

describe('load below the capacity is never refused', () => {
  it('at nine tenths of it', () => {
    const { requests } = simulateLoad([{ name: 'create', perSecond: () => 900, workMs: 1 }], { seconds: 60, seed: 5 });
    expect(refused(requests)).toHaveLength(0);
  });

  it('in a burst of 500 simultaneous requests that takes most of a second, with other requests during it', () => {
    const burst = {
      name: 'match',
      perSecond: (at: number) => (at >= 2 && at < 2.01 ? 50_000 : 0),
      workMs: 1.6,
    } as const;
    const { requests } = simulateLoad([burst, { name: 'match', perSecond: () => 60, workMs: 1.6 }], {
      seconds: 6,
      seed: 2,
    });
    expect(between(requests, 2_000, 2_010).length).toBeGreaterThan(400);
    expect(refused(requests)).toHaveLength(0);
  });

  it('while requests take long that are slow by design', () => {
    const { requests } = simulateLoad(
      [
        { name: 'create', perSecond: () => 200, workMs: 3 },
        { name: 'create', perSecond: () => 4, workMs: 240, server: 'selfies', ordinary: false },
        { name: 'management', perSecond: () => 0.05, workMs: 20_000, server: 'imports' },
      ],
      { seconds: 60, seed: 4 },
    );
    expect(refused(requests)).toHaveLength(0);
  });
});

describe('a service that hardly answers any more', () => {
  it('costs only the routes that need it, which are refused immediately instead of late', () => {
    const { requests, most } = simulateLoad(
      [
        { name: 'match', perSecond: () => 400, workMs: 100, server: 'matcher' },
        { name: 'create', perSecond: () => 400, workMs: 1, server: 'analyses' },
      ],
      { seconds: 20, seed: 6 },
    );
    expect(refused(ofClass(requests, 'create'))).toHaveLength(0);
    expect(refused(between(ofClass(requests, 'match'), 2_000, 20_000)).length).toBeGreaterThan(6_000);
    expect(most).toBeLessThan(MAX_LIMIT);
  });
});

describe('requests in work at the same time', () => {
  it(`${ALWAYS_ADMITTED} are always admitted, however slow all answers are`, () => {
    let now = 0;
    const admission = new Admission(() => now);
    const leaves = Array.from({ length: ALWAYS_ADMITTED - 1 }, () => admission.enter('match', true));
    for (let answer = 0; answer < 1_000; answer++) {
      expect(admission.admits('match')).toBe(true);
      leaves.push(admission.enter('match', true));
      now += 30;
      leaves.shift()?.(true);
    }
    leaves.push(admission.enter('match', true));
    expect(admission.admits('match')).toBe(false);
  });

  it('answers that were fast because nothing was done do not hide that others are slow', () => {
    let now = 0;
    const admission = new Admission(() => now);
    for (let window = 0; window < 20; window++) {
      const leaves = Array.from({ length: 100 }, () => admission.enter('match', true));
      for (let i = 0; i < 1_000; i++) admission.enter('match', true)(false);
      now += TARGET_MS + 1;
      for (const leave of leaves) leave(true);
    }
    const leaves = Array.from({ length: 300 }, () => admission.enter('match', true));
    expect(admission.admits('match')).toBe(false);
    expect(leaves).toHaveLength(300);
  });
});
