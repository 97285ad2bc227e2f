import { answersInForce, conditionFacts, DEFAULT_MATCHING, evaluate, type Rule } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import {
  compileCompany,
  createCompany,
  createRequest,
  createRule,
  createStep,
  type TestCompany,
} from '../testing/company.js';
import { oracle } from '../testing/oracle.js';
import { seededRandom } from '../testing/random.js';
import { randomCompany, randomRequest } from '../testing/random-company.js';
import { MAX_EXAMPLES, type RuleReach, RuleTally } from './measure-rules.js';

const ABSENT = { hasSelfie: false, hasContact: false };
const DATE = '2026-11-21';

function matchSlowly(company: TestCompany, request: ReturnType<typeof randomRequest>): string[] {
  const answers = answersInForce(request.answers, company.steps, ABSENT);
  const list = oracle(company, { ...request, answers, productIds: [], variantIds: [], resultPage: false });
  if (list === 'too large') throw new Error('too large');
  return list.matched;
}

/** The same company with another consequence of one rule. */
function withConsequence(company: TestCompany, key: string, change: (then: Rule['then']) => Rule['then']): TestCompany {
  const { funnel } = company;
  const rules = funnel.matching.rules.map((rule) => (rule.key === key ? { ...rule, then: change(rule.then) } : rule));
  return { ...company, funnel: { ...funnel, matching: { ...funnel.matching, rules } } };
}

function startTally(company: TestCompany, requests: readonly ReturnType<typeof randomRequest>[]): RuleTally {
  const tally = new RuleTally(compileCompany(company), DATE);
  const analyses = requests.map(({ answers, color }, number) => ({
    analysisId: `A${number}`,
    answers,
    color,
    presence: ABSENT,
  }));
  for (const _pause of tally.add(analyses));
  return tally;
}

const measure = (...given: Parameters<typeof startTally>) => startTally(...given).getEffects();

describe('RuleTally against matches without the consequence', () => {
  it('counts what an exclusion and a requirement remove on 300 random companies, five analyses each (docs/matching.md M9.3)', () => {
    let removed = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seededRandom(seed);
      const company = randomCompany(random, { products: 6, variants: 30, steps: 3, rules: 4, tabs: 1, sets: 2 });
      const requests = Array.from({ length: 5 }, () => randomRequest(random, company));
      for (const effect of measure(company, requests)) {
        const rule = company.funnel.matching.rules.find(({ key }) => key === effect.key)!;
        const holding = requests.filter(({ answers, color }) => {
          const inForce = answersInForce(answers, company.steps, ABSENT);
          const facts = conditionFacts(inForce, company.steps, { colorType: color?.type ?? null });
          const isValid = !(rule.from && DATE < rule.from) && !(rule.until && DATE >= rule.until);
          return isValid && (!rule.when || evaluate(rule.when, facts));
        });
        expect(effect.holdsIn, `seed ${seed}`).toBe(holding.length);
        for (const [kind, found] of [
          ['exclude', effect.excludes],
          ['require', effect.requires],
        ] as const) {
          const without = withConsequence(company, rule.key, ({ [kind]: _gone, ...then }) => then);
          const lists = holding.map((request) => {
            const matched = new Set(matchSlowly(company, request));
            return matchSlowly(without, request).filter((id) => !matched.has(id));
          });
          const expected: RuleReach = {
            variants: new Set(lists.flat()).size,
            most: Math.max(0, ...lists.map((ids) => ids.length)),
          };
          expect(found, `seed ${seed}, ${kind} of ${rule.key}`).toEqual(rule.then[kind] ? expected : null);
          removed += expected.variants;
        }
      }
    }
    expect(removed).toBeGreaterThan(200);
  });

  it('finds on each tab what a match shows there, in 200 random companies', () => {
    let shown = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed);
      const company = randomCompany(random, { products: 6, variants: 30, steps: 3, rules: 2, tabs: 3, sets: 2 });
      const requests = Array.from({ length: 3 }, () => randomRequest(random, company));
      const lists = requests.map((request) => {
        const answers = answersInForce(request.answers, company.steps, ABSENT);
        const list = oracle(company, { ...request, answers, productIds: [], variantIds: [], resultPage: true });
        if (list === 'too large') throw new Error('too large');
        return list.tabs ?? [];
      });
      for (const { key, median, empty } of startTally(company, requests).getTabEffects()) {
        const sizes = lists.map((tabs) => tabs.find((tab) => tab.key === key)!.variants.length).sort((a, b) => a - b);
        expect([key, median, empty], `seed ${seed}`).toEqual([
          key,
          sizes[1],
          sizes.filter((size) => size === 0).length,
        ]);
        shown += sizes[1]!;
      }
    }
    expect(shown).toBeGreaterThan(100);
  });
});

describe('RuleTally', () => {
  const target = (...variantIds: string[]) => ({ tags: [], productIds: [], variantIds });
  const withRules = (...rules: Rule[]): TestCompany => {
    const company = createCompany({ A: [], B: [], C: [] });
    return { ...company, funnel: { ...company.funnel, matching: { ...company.funnel.matching, rules } } };
  };

  it('what is boosted or pinned is what matches of it (M9.3)', () => {
    const company = withRules(
      createRule({ exclude: target('A') }, { key: 'out' }),
      createRule({ boost: { ...target('A', 'B'), by: 0.5 }, pin: target('B', 'C') }, { key: 'up' }),
    );
    expect(measure(company, [createRequest(), createRequest()])).toMatchObject([
      { key: 'out', holdsIn: 2, excludes: { variants: 1, most: 1 }, boosts: null, analysisIds: ['A0', 'A1'] },
      { key: 'up', holdsIn: 2, excludes: null, boosts: { variants: 1, most: 1 }, pins: { variants: 2, most: 2 } },
    ]);
  });

  it('of a set that is matched, a pin reaches the own variant and a boost does not (M9.3)', () => {
    const company = withRules(createRule({ boost: { ...target('B', 'C'), by: 0.5 }, pin: target('B', 'C') }));
    const members = [{ id: 'A', quantity: 1 }];
    company.sets = [{ key: 's', name: {}, variantId: 'B', variants: members, lift: 'all' }];
    const [effect] = measure(company, [createRequest()]);
    expect([effect?.boosts, effect?.pins]).toEqual([
      { variants: 1, most: 1 },
      { variants: 2, most: 2 },
    ]);
  });

  it('a variant that two rules exclude is removed by neither alone (M9.3)', () => {
    const rules = ['one', 'two'].map((key) => createRule({ exclude: target('A') }, { key }));
    const none = { variants: 0, most: 0 };
    expect(measure(withRules(...rules), [createRequest()])).toMatchObject([{ excludes: none }, { excludes: none }]);
  });

  it('without an enabled result page there are no tabs; the median of two is their mean', () => {
    expect(startTally(createCompany({ A: [] }), [createRequest()]).getTabEffects()).toEqual([]);
    const tab = { key: 'T', name: { default: 'T' }, description: null, maxItemsToShow: null, enabled: true };
    const select = { tags: [], productIds: ['P-A', 'P-B'], sets: [] };
    const resultPage = { enabled: true, tabs: [{ ...tab, select }] };
    const when = { step: 1, in: ['none'] };
    const matching = { ...DEFAULT_MATCHING, rules: [createRule({ exclude: target('A', 'B') }, { when })] };
    const steps = [createStep(1, { none: {}, all: {} })];
    const company = createCompany({ A: [], B: [] }, { steps, funnel: { resultPage, matching } });
    const choose = (key: string) => createRequest({ answers: { selectionValues: [{ stepId: 1, selectedKey: key }] } });
    expect(startTally(company, [choose('all'), choose('none')]).getTabEffects()).toEqual([
      { key: 'T', median: 1, empty: 1 },
    ]);
  });

  it('names a few analyses only', () => {
    const requests = Array.from({ length: 20 }, () => createRequest());
    const [effect] = measure(withRules(createRule({ exclude: target('A') })), requests);
    expect([effect?.holdsIn, effect?.analysisIds.length]).toEqual([20, MAX_EXAMPLES]);
  });
});
