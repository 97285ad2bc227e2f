import { describe, expect, it } from 'vitest';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { compileCompany, type MatchedIds, matchIn } from '../testing/company.js';
import { oracle } from '../testing/oracle.js';
import { seededRandom } from '../testing/random.js';
import { randomCompany, randomRequest } from '../testing/random-company.js';
import { type MatchRequest, ScopeTooLargeError } from './match-variants.js';

function matchCompiled(funnel: CompiledFunnel, request: MatchRequest): MatchedIds | 'too large' {
  try {
    return matchIn(funnel, request);
  } catch (error) {
    if (error instanceof ScopeTooLargeError) return 'too large';
    throw error;
  }
}

describe('matchVariants against the oracle (docs/matching.md M4, M5, M6, M8)', () => {
  it('gives the same list on 1,000 random companies, three analyses each (M4.1, M6.1; docs/reliability.md R11.4)', () => {
    let listed = 0;
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const random = seededRandom(seed);
      const size = {
        products: 1 + random.below(12),
        variants: random.below(50),
        steps: random.below(5),
        rules: 4,
        tabs: 4,
        sets: random.chance(0.5) ? 4 : 0,
      };
      const company = randomCompany(random, size);
      const funnel = compileCompany(company);
      for (let analysis = 0; analysis < 3; analysis += 1) {
        const request = randomRequest(random, company);
        const found = matchCompiled(funnel, request);
        expect(found, `seed ${seed}, analysis ${analysis}`).toEqual(oracle(company, request));
        if (found !== 'too large') listed += found.matched.length;
      }
    }
    // The draw is worth something only if lists are long enough to be ordered wrongly.
    expect(listed).toBeGreaterThan(3_000);
  });

  it('gives the same list at 400 and 2,000 variants', () => {
    for (const variants of [400, 2_000]) {
      for (let seed = 1; seed <= 4; seed += 1) {
        const random = seededRandom(seed * 7_919);
        const size = { products: variants / 4, variants, steps: 8, rules: 6, tabs: 5, sets: 5 };
        const company = randomCompany(random, size);
        const request = randomRequest(random, company);
        expect(matchCompiled(compileCompany(company), request)).toEqual(oracle(company, request));
      }
    }
  });

  it('gives the same list for a scope of an assortment over 2,000 variants, members of sets outside the scope tested (M10.3)', () => {
    let answered = 0;
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = seededRandom(seed * 104_729);
      const company = randomCompany(random, { products: 60, variants: 2_600, steps: 4, rules: 3, tabs: 4, sets: 6 });
      company.funnel.assortment = { tags: [], productIds: [] };
      const funnel = compileCompany(company);
      for (let analysis = 0; analysis < 2; analysis += 1) {
        const drawn = randomRequest(random, company);
        const request = { ...drawn, productIds: ['P1', 'P2', 'P3', 'P4', 'P5'], resultPage: analysis === 1 };
        const found = matchCompiled(funnel, request);
        expect(found, `seed ${seed}`).toEqual(oracle(company, request));
        if (found !== 'too large') answered += 1;
      }
      expect(
        matchCompiled(funnel, { ...randomRequest(random, company), productIds: [], variantIds: [], resultPage: false }),
      ).toBe('too large');
    }
    expect(answered).toBe(24);
  });
});
