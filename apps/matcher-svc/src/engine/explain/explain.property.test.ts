import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchRequest } from '../rank/match-variants.js';
import { assertUntil } from '../testing/assert-until.js';
import { compileCompany, type MatchedIds, type TestCompany } from '../testing/company.js';
import { withoutAnswers, withoutRules, withoutTags } from '../testing/delete-cause.js';
import { oracle } from '../testing/oracle.js';
import { seededRandom } from '../testing/random.js';
import { randomCompany, randomRequest } from '../testing/random-company.js';
import { type Explained, explainMatch } from './explain.js';
import type { ExplainedTest, VariantExplanation } from './match-explanation.js';

/** A small random company with one analysis: ties, unknown ids, sets that share variants. */
const cases = fc
  .record({ seed: fc.integer({ min: 1 }), sets: fc.integer({ min: 0, max: 4 }) })
  .map(({ seed, sets }) => {
    const random = seededRandom(seed);
    const size = {
      products: 1 + random.below(8),
      variants: 1 + random.below(24),
      steps: random.below(5),
      rules: 4,
      tabs: 3,
    };
    const company = randomCompany(random, { ...size, sets });
    return {
      company,
      request: { ...randomRequest(random, company), productIds: [], variantIds: [], resultPage: false },
    };
  });

function explainAll(company: TestCompany, request: MatchRequest, variantIds = listIds(company)): Explained {
  const input = { ...request, variantIds, sets: company.sets, companyLanguage: 'en' };
  return explainMatch(compileCompany(company), input);
}
const listIds = ({ snapshot }: TestCompany) => snapshot.variants.map(({ id }) => id);
const listMatched = (company: TestCompany, request: MatchRequest) => (oracle(company, request) as MatchedIds).matched;
const failedTests = ({ tests }: VariantExplanation) => tests.filter(({ passed }) => !passed);
const sameTest = (a: ExplainedTest, b: ExplainedTest) =>
  a.test === b.test && a.stepId === b.stepId && a.rules[0] === b.rules[0];

describe('properties of an explanation (docs/matching.md M9)', () => {
  it('the verdict equals membership and position in the match, and follows from eligibility and tests', () => {
    fc.assert(
      fc.property(cases, ({ company, request }) => {
        const { variants, matchedCount } = explainAll(company, request);
        const list = listMatched(company, request);
        expect(matchedCount).toBe(list.length);
        for (const { variantId, matched, position, eligibility, tests } of variants) {
          expect(matched).toBe(list.includes(variantId));
          expect(position).toBe(matched ? list.indexOf(variantId) + 1 : null);
          expect(eligibility.passed && tests.every(({ passed }) => passed), variantId).toBe(matched);
        }
      }),
    );
  });

  it('the trace recomputes the score to 1e-6, and the weights of its parts add up to 1 (M9.1)', () => {
    fc.assert(
      fc.property(cases, ({ company, request }) => {
        for (const { score } of explainAll(company, request).variants) {
          if (!score) continue;
          const base = score.parts.reduce((sum, { weight, value }) => sum + weight * value, 0);
          const boosts = score.boosts.reduce((sum, { by }) => sum + by, 0);
          const total = Math.min(1, Math.max(0, base + boosts)) + score.learned;
          expect(Math.abs(total - score.total)).toBeLessThanOrEqual(1e-6);
          expect(score.parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
          expect(score.q).toBe(Math.round(score.total * 1e6));
        }
      }),
    );
  });

  it('without the cited tags, answers or rule, the test does not fail; if nothing else fails, the variant is matched (M9.2)', () => {
    let flips = 0;
    assertUntil(
      () => flips > 300,
      fc.property(cases, ({ company, request }) => {
        for (const variant of explainAll(company, request).variants) {
          const failed = failedTests(variant);
          for (const test of failed) {
            for (const [changed, asked] of deletions(company, request, variant.variantId, test)) {
              const [after] = explainAll(changed, asked, [variant.variantId]).variants;
              const left = failedTests(after!);
              expect(
                left.some((other) => sameTest(other, test)),
                `${test.code} of ${variant.variantId}`,
              ).toBe(false);
              if (left.length > 0 || !after!.eligibility.passed) continue;
              expect([variant.matched, listMatched(changed, asked).includes(variant.variantId)]).toEqual([false, true]);
              flips += 1;
            }
          }
        }
      }),
    );
  });

  it('a fixed set that is not complete lacks exactly the members cited as missing', () => {
    fc.assert(
      fc.property(cases, ({ company, request }) => {
        for (const { variantId, sets } of explainAll(company, request).variants) {
          for (const { key, lift, code, members, missing } of sets) {
            if (lift !== 'all' || code === 'SET_COMPLETE' || members.length === 0) continue;
            const changed = company.sets.map((set) =>
              set.key === key && 'variants' in set
                ? { ...set, variants: set.variants.filter(({ id }) => !missing.includes(id)) }
                : set,
            );
            const [after] = explainAll({ ...company, sets: changed }, request, [variantId]).variants;
            expect(after!.sets.find((set) => set.key === key)!.code).toBe('SET_COMPLETE');
          }
        }
      }),
    );
  });

  it('requesting other variants does not change a result, and every placeholder is filled in', () => {
    fc.assert(
      fc.property(cases, ({ company, request }) => {
        const all = explainAll(company, request);
        const ids = listIds(company).reverse();
        expect(explainAll(company, request, ids).variants.reverse()).toEqual(all.variants);
        expect(JSON.stringify(all)).not.toMatch(/"sentence":"[^"]*(\{\w+\}|undefined|NaN)|"sentence":""/);
      }),
    );
  });
});

/** The company and the analysis without each cited cause, one at a time. */
function deletions(
  company: TestCompany,
  request: MatchRequest,
  variantId: string,
  { tags, answers, rules, test }: ExplainedTest,
): [TestCompany, MatchRequest][] {
  const without: [TestCompany, MatchRequest][] = [];
  if (tags.length > 0) without.push([withoutTags(company, variantId, tags), request]);
  if (answers.length > 0) without.push([company, withoutAnswers(company, request, answers)]);
  if (rules.length > 0) without.push([withoutRules(company, rules), request]);
  // What fails cites why; a set's members are cited by the set.
  if (test !== 'SET') expect(without.length).toBeGreaterThan(0);
  return without;
}
