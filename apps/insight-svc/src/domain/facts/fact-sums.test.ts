import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INTERACTIONS } from './analysis-fact.js';
import { createFactSums, type FactSums, type WholeFact } from './fact-sums.js';
import { naiveFactSums } from './naive-fact-sums.testing.js';

const EMPTY: WholeFact = {
  ...{ funnelId: 'f1', versionId: 'v1', locale: 'de', source: '', steps: [], variants: [], isRetake: null },
  ...{ askedContact: [], givenContact: [] },
};

function addUp(facts: readonly WholeFact[]): FactSums {
  const sums = createFactSums();
  for (const fact of facts) sums.add(fact);
  return sums.get();
}

/** Comparable whatever the order. */
const normal = (sums: FactSums) =>
  Object.values(sums).map((rows: object[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort());

const fact: fc.Arbitrary<WholeFact> = fc.record({
  funnelId: fc.constantFrom('f1', 'f2'),
  versionId: fc.constantFrom('v1', 'v2'),
  locale: fc.constantFrom('', 'de'),
  source: fc.constantFrom('', 'news', '","'),
  steps: fc.uniqueArray(
    fc.record({
      stepId: fc.integer({ min: 1, max: 12 }),
      optionKeys: fc.uniqueArray(fc.constantFrom('dry', 'oily', '2 dry', '1'), { maxLength: 3 }),
    }),
    { selector: ({ stepId }) => stepId, maxLength: 4 },
  ),
  askedContact: fc.uniqueArray(fc.constantFrom('email', 'firstName')),
  givenContact: fc.uniqueArray(fc.constantFrom('email', 'firstName')),
  isRetake: fc.constantFrom(true, false, null),
  variants: fc.uniqueArray(
    fc.record({
      variantId: fc.constantFrom('V1', 'V2', '1V', ' '),
      interactions: fc.uniqueArray(fc.constantFrom(...INTERACTIONS)),
    }),
    { selector: ({ variantId }) => variantId },
  ),
});

describe('sums of analyses (docs/insight.md N21)', () => {
  it('equal the definition, for any analyses', () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 12 }), (facts) => {
        expect(normal(addUp(facts))).toEqual(normal(naiveFactSums(facts)));
      }),
      { numRuns: 300 },
    );
  });

  it('contact data that no question asked for are no opt-in (N21.3)', () => {
    const analysis = { ...EMPTY, askedContact: ['email'] };
    const [sum] = addUp([
      { ...analysis, givenContact: ['email', 'firstName'] },
      { ...analysis, givenContact: ['firstName'] },
      { ...analysis, askedContact: [], givenContact: ['email'] },
    ]).analyses;
    expect([sum?.asked, sum?.given]).toEqual([2, 1]);
  });

  it('do not depend on the order of analyses', () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 8 }), (facts) => {
        expect(normal(addUp([...facts].reverse()))).toEqual(normal(addUp(facts)));
      }),
    );
  });

  it('nothing is chosen more often than it was shown, and a retake is in no rate (N21.2)', () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 12 }), (facts) => {
        const { options, analyses } = addUp(facts);
        for (const row of options) {
          const shown = options.find(
            (one) => JSON.stringify({ ...one, analyses: 0 }) === JSON.stringify({ ...row, optionKey: '', analyses: 0 }),
          );
          expect(row.analyses).toBeLessThanOrEqual(shown?.analyses ?? 0);
        }
        for (const { asked, given, analyses: all, shown } of analyses) {
          expect(given).toBeLessThanOrEqual(asked);
          expect(Math.max(asked, shown)).toBeLessThanOrEqual(all);
        }
      }),
    );
  });
});
