import type { ShopperReason } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileModel } from '../../learning/compile-model.js';
import type { LearnedModel } from '../../learning/learned-model.js';
import { randomModel } from '../../learning/testing/random-model.js';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { MatchRequest } from '../rank/match-variants.js';
import { findNumber } from '../structures/text-table.js';
import { assertUntil } from '../testing/assert-until.js';
import { compileCompany, type MatchedIds, type TestCompany } from '../testing/company.js';
import { withoutAnswers, withoutRules, withoutTags } from '../testing/delete-cause.js';
import { oracle } from '../testing/oracle.js';
import { seededRandom } from '../testing/random.js';
import { randomCompany, randomRequest } from '../testing/random-company.js';
import { describeVariants, MAX_REASONS } from './describe-variants.js';
import { explainMatch } from './explain.js';
import { createExplainContext } from './explain-context.js';
import type { VariantExplanation } from './match-explanation.js';
import { createCauseFinder, hasCondition, type ShopperCause } from './shopper-causes.js';

interface Case {
  company: TestCompany;
  request: MatchRequest;
  model: LearnedModel | null;
}

/** A small random company with one analysis and, in half of the cases, a model. */
const cases = fc.integer({ min: 1 }).map((seed): Case => {
  const random = seededRandom(seed);
  const size = {
    products: 1 + random.below(8),
    variants: 1 + random.below(24),
    steps: random.below(5),
    rules: 4,
    tabs: 3,
    sets: random.below(4),
  };
  const company = randomCompany(random, size);
  const request = { ...randomRequest(random, company), productIds: [], variantIds: [], resultPage: false };
  return { company, request, model: random.chance(0.5) ? randomModel(random, company) : null };
});

/** Compiled once for each case, which most tests describe and explain several times. */
const compiled = new WeakMap<TestCompany, CompiledFunnel>();
function compileOnce(company: TestCompany): CompiledFunnel {
  const funnel = compiled.get(company) ?? compileCompany(company);
  compiled.set(company, funnel);
  return funnel;
}

const listIds = ({ snapshot }: TestCompany) => snapshot.variants.map(({ id }) => id);

function toInput({ company, request, model }: Case, variantIds = listIds(company)) {
  const funnel = compileOnce(company);
  const learning = model && compileModel(funnel, model);
  return {
    funnel,
    input: { ...request, learning, variantIds, sets: company.sets, companyLanguage: 'en', locale: 'en' },
  };
}
function describeAll(given: Case, variantIds?: string[]) {
  const { funnel, input } = toInput(given, variantIds);
  return describeVariants(funnel, input);
}
function explainAll(given: Case): Map<string, VariantExplanation> {
  const { funnel, input } = toInput(given);
  return new Map(explainMatch(funnel, input).variants.map((variant) => [variant.variantId, variant]));
}
/** All causes of a variant, not only the three that are shown. */
function findCauses(given: Case, variantId: string): ShopperCause[] {
  const { funnel, input } = toInput(given);
  return createCauseFinder(createExplainContext(funnel, input)).of(findNumber(funnel.assortment.variants, variantId));
}

describe('properties of the reasons for shoppers', () => {
  it('are given exactly for the matched variants', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const list = (oracle(given.company, given.request) as MatchedIds).matched;
        expect(Object.keys(describeAll({ ...given, model: null })).sort()).toEqual([...list].sort());
      }),
    );
  });

  it('every reason is confirmed by the explanation, in the order of the parts of the score', () => {
    const seen = new Set<string>();
    const codes = ['ANSWER', 'COLOR_TYPE', 'COMPLEXION', 'LEARNED', 'RECOMMENDED', 'SET'];
    assertUntil(
      () => seen.size === codes.length,
      fc.property(cases, (given) => {
        const traces = explainAll(given);
        for (const [id, { reasons }] of Object.entries(describeAll(given))) {
          expect(reasons.length).toBeLessThanOrEqual(MAX_REASONS);
          const strengths = reasons.map((reason) => {
            seen.add(reason.code);
            return backing(reason, traces.get(id)!, given);
          });
          expect(strengths, `${id} ${JSON.stringify(reasons)}`).not.toContain(null);
          const parts = strengths.filter((part) => part !== 'pinned') as number[];
          parts.slice(1).forEach((part, place) => {
            expect(part).toBeLessThanOrEqual(parts[place]! + 1e-9);
          });
        }
      }),
    );
    expect([...seen].sort()).toEqual(codes);
  });

  it('without the cited tags, answers or rules the reason no longer applies', () => {
    let removed = 0;
    assertUntil(
      () => removed > 500,
      fc.property(cases, (given) => {
        const traces = explainAll(given);
        for (const id of Object.keys(describeAll(given))) {
          if (traces.get(id)!.score === null) continue;
          for (const cause of findCauses(given, id)) {
            for (const changed of deletions(given, id, cause)) {
              expect(
                findCauses(changed, id).some((left) => same(left, cause)),
                `${cause.code} of ${id}`,
              ).toBe(false);
              removed += 1;
            }
          }
        }
      }),
    );
  });

  it('no text contains internal data or data of a variant', () => {
    fc.assert(
      fc.property(cases, (given) => {
        for (const { reasons } of Object.values(describeAll(given))) {
          for (const { text } of reasons) {
            expect(text).not.toMatch(
              /\b[VP]\d+\b|taste:|color_type|complexion:\S|rule-|set-|[{}]|\d\.\d|undefined|NaN/,
            );
            expect(text).toMatch(/^\S.*\.$/);
          }
        }
      }),
    );
  });

  it('requesting other variants does not change a result', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const all = describeAll(given);
        expect(describeAll(given, listIds(given.company).reverse())).toEqual(all);
        for (const id of listIds(given.company)) expect(describeAll(given, [id])[id]).toEqual(all[id]);
      }),
    );
  });

  it('a shown set is complete, with the members in the explanation', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const traces = explainAll(given);
        for (const [id, { set }] of Object.entries(describeAll(given))) {
          const explained = traces.get(id)!.sets.find(({ key }) => key === set?.key);
          expect(set === null).toBe(traces.get(id)!.sets.length === 0);
          if (!set || !explained) continue;
          const configured = given.company.sets.find(({ key }) => key === set.key)!;
          const members = set.members.map(({ variantId }) => variantId);
          if (explained.lift === 'fill') expect(members).toEqual(explained.members);
          else expect('variants' in configured && configured.variants.map((member) => member.id)).toEqual(members);
          expect(explained.code).toBe(explained.lift === 'off' ? 'SET_OFF' : 'SET_COMPLETE');
        }
      }),
    );
  });
});

/** The part of the score by which the trace backs a reason; `pinned`: it is a pin, which has none; null: nothing backs it. */
function backing(
  { code, answer }: ShopperReason,
  trace: VariantExplanation,
  { company }: Case,
): number | 'pinned' | null {
  const part = (name: string) => trace.score?.parts.find((given) => given.part === name);
  const weighted = (name: string) => {
    const found = part(name);
    return found ? found.weight * found.value : null;
  };
  switch (code) {
    case 'COLOR_TYPE':
    case 'COMPLEXION':
      return weighted(code);
    case 'ANSWER': {
      if (!answer || !('stepId' in answer)) return null;
      const tags = part('TAGS');
      const step = tags?.steps?.find(({ stepId }) => stepId === answer.stepId);
      if (step?.value === 1) return tags!.weight / tags!.steps!.length;
      return trace.tests.some((test) => test.code === 'REQUIRE_CARRIED' && test.stepId === answer.stepId) ? 0 : null;
    }
    case 'RECOMMENDED': {
      const isConditional = (rule: string) =>
        company.funnel.matching.rules.some(({ key, when }) => key === rule && when && hasCondition(when));
      const by = trace
        .score!.boosts.filter(({ rule }) => isConditional(rule))
        .reduce((sum, boost) => sum + boost.by, 0);
      return trace.pin ? 'pinned' : by > 1e-9 ? Math.min(1, by) : null;
    }
    case 'LEARNED':
      return trace.score!.learning!.affinity.value >= 0.05 ? trace.score!.learning!.affinity.value : null;
    case 'SET':
      return trace.score === null && trace.sets.some((set) => set.code === 'SET_COMPLETE') ? 1 : null;
  }
}

/** The case without each cited cause, one at a time. */
function deletions(given: Case, variantId: string, { code, tags, answers, rules }: ShopperCause): Case[] {
  const { company, request } = given;
  const without: Case[] = [];
  if (tags.length > 0) without.push({ ...given, company: withoutTags(company, variantId, tags) });
  if (answers.length > 0) without.push({ ...given, request: withoutAnswers(company, request, answers) });
  if (rules.length > 0) without.push({ ...given, company: withoutRules(company, rules) });
  expect(without.length, code).toBeGreaterThan(0);
  return without;
}

const same = (a: ShopperCause, b: ShopperCause) =>
  a.code === b.code && (a.code !== 'ANSWER' || JSON.stringify(a.answers) === JSON.stringify(b.answers));
