import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FunnelVisitEvent, VISIT_EVENT_TYPES } from '../visits/funnel-visit.js';
import { naiveSums } from './naive-sums.testing.js';
import { percentile, toTimeClass } from './time-classes.js';
import { createDaySums, type DaySums, type WholeVisit } from './visit-sums.js';

function addUp(visits: readonly WholeVisit[]): DaySums {
  const sums = createDaySums();
  for (const visit of visits) sums.add(visit);
  return sums.get();
}

/** Comparable whatever the order. */
const normal = ({ funnels, steps }: DaySums) => ({
  funnels: funnels.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort(),
  steps: steps
    .map(({ times, ...row }) => JSON.stringify([Object.entries(row).sort(), [...times].sort(([a], [b]) => a - b)]))
    .sort(),
});

const event: fc.Arbitrary<FunnelVisitEvent> = fc.record({
  n: fc.nat(20),
  type: fc.constantFrom(...VISIT_EVENT_TYPES),
  stepId: fc.integer({ min: 1, max: 4 }),
  atMs: fc.nat(20_000),
});
const visit: fc.Arbitrary<WholeVisit> = fc.record({
  funnelId: fc.constantFrom('f1', 'f2'),
  versionId: fc.constantFrom('v1', 'v2'),
  locale: fc.constantFrom('en', 'de'),
  source: fc.constantFrom('', 'news', 'news en', '","'),
  device: fc.constantFrom('PHONE', 'DESKTOP'),
  events: fc.uniqueArray(event, { selector: ({ n }) => n, maxLength: 12 }),
});

const of = (...events: [FunnelVisitEvent['type'], number, number][]): WholeVisit => ({
  ...{ funnelId: 'f', versionId: 'v', locale: 'en', source: '', device: 'PHONE' },
  events: events.map(([type, stepId, atMs], n) => ({ n, type, stepId, atMs })),
});
const figures = (visits: WholeVisit[]) =>
  addUp(visits).steps.map(({ stepId, shown, answered, back, exits }) => ({ stepId, shown, answered, back, exits }));

describe('the sums of a day (docs/insight.md N11)', () => {
  it('equal the definition, for any visits (docs/insight.md N11.1, N11.2, N11.3, N11.4)', () => {
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 12 }), (visits) => {
        expect(normal(addUp(visits))).toEqual(normal(naiveSums(visits)));
      }),
      { numRuns: 200 },
    );
  });

  it('do not depend on the order of visits or of their events', () => {
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 8 }), (visits) => {
        const turned = [...visits].reverse().map((one) => ({ ...one, events: [...one.events].reverse() }));
        expect(normal(addUp(turned))).toEqual(normal(addUp(visits)));
      }),
    );
  });

  it('moving back and forth counts a step once; the visit ends at the step that was shown last (N11.3)', () => {
    const visits = [
      of(['SHOWN', 1, 0], ['ANSWERED', 1, 1_000], ['SHOWN', 2, 1_000], ['BACK', 2, 2_000], ['SHOWN', 1, 2_000]),
      of(['SHOWN', 1, 0], ['ANSWERED', 1, 500], ['SHOWN', 2, 500], ['FINISHED', 2, 3_000]),
    ];
    expect(figures(visits)).toEqual([
      { stepId: 1, shown: 2, answered: 2, back: 0, exits: 1 },
      { stepId: 2, shown: 2, answered: 0, back: 1, exits: 0 },
    ]);
    expect(addUp(visits).funnels).toMatchObject([{ visits: 2, starts: 2, finishes: 1 }]);
  });

  it('a page that showed no step is no visit (N11.1)', () => {
    expect(addUp([of(['LEFT', 1, 10])])).toEqual({ funnels: [], steps: [] });
  });

  it('each visit ends at exactly one step, or finishes', () => {
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 12 }), (visits) => {
        const { funnels, steps } = addUp(visits);
        const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
        const ended = sum(steps.map(({ exits }) => exits)) + sum(funnels.map(({ finishes }) => finishes));
        expect(ended).toBe(sum(funnels.map(({ visits: count }) => count)));
      }),
    );
  });
});

describe('percentiles of times (docs/insight.md N11.4)', () => {
  it('are at most 5 % off the exact ones', () => {
    const times = fc.array(fc.integer({ min: 200, max: 7_000_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.9), (list, share) => {
        const counts = new Map<number, number>();
        for (const ms of list) counts.set(toTimeClass(ms), (counts.get(toTimeClass(ms)) ?? 0) + 1);
        const exact = [...list].sort((a, b) => a - b)[Math.ceil(share * list.length) - 1] as number;
        expect(Math.abs((percentile(counts, share) as number) / exact - 1)).toBeLessThan(0.051);
      }),
    );
  });

  it('of no visit there is none', () => {
    expect(percentile(new Map(), 0.5)).toBeUndefined();
  });
});
