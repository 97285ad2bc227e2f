import { answersInForce, builtInKeys, type MatchingAnswers, type Step } from '@svc/domain';
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
import { type Random, seededRandom } from '../testing/random.js';
import { randomCompany, randomRequest } from '../testing/random-company.js';
import { probeStep } from './probe-step.js';

const ABSENT = { hasSelfie: false, hasContact: false };

/** The slow and obvious twin: the list of a match with the answer added. */
function countSlowly(
  company: TestCompany,
  answers: MatchingAnswers,
  request: ReturnType<typeof randomRequest>,
): number {
  const inForce = answersInForce(answers, company.steps, ABSENT);
  const whole = { ...request, answers: inForce, productIds: [], variantIds: [], resultPage: false };
  const list = oracle(company, whole);
  if (list === 'too large') throw new Error('too large');
  return list.matched.length;
}

function addSlowly(answers: MatchingAnswers, step: Step, key: string): MatchingAnswers {
  if (step.type === 'AGE') return { ...answers, ageRange: key as 'UNDER_16' };
  const rows = answers.selectionValues.filter(({ stepId }) => stepId !== step.id || step.type === 'MULTI_SELECTION');
  const isThere = rows.some((row) => row.stepId === step.id && row.selectedKey.toLowerCase() === key.toLowerCase());
  return { ...answers, selectionValues: isThere ? rows : [...rows, { stepId: step.id, selectedKey: key }] };
}

/** Steps that depend on steps before them. */
function addConditions(random: Random, { steps }: TestCompany): void {
  for (const [index, step] of steps.entries()) {
    const before = steps[random.below(index)];
    if (before && random.chance(0.5)) step.showWhen = { step: before.id, in: ['dry', 'under_16'] };
  }
}

describe('probeStep against a match with the answer added', () => {
  it('counts the same on 400 random companies', () => {
    let options = 0;
    let differing = 0;
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = seededRandom(seed);
      const size = {
        products: 6,
        variants: 20 + random.below(40),
        steps: 1 + random.below(4),
        rules: 4,
        tabs: 2,
        sets: 2,
      };
      const company = randomCompany(random, size);
      addConditions(random, company);
      const request = randomRequest(random, company);
      const { answers, color, date } = request;
      const funnel = compileCompany(company);
      const step = random.pick(company.steps);
      const probe = probeStep(funnel, { answers, color, date, presence: ABSENT }, step.id)!;
      expect(probe.left, `seed ${seed}`).toBe(countSlowly(company, answers, request));
      const keys = step.selections.map(({ key }) => key);
      expect(probe.options.map(({ key }) => key)).toEqual(keys.length > 0 ? keys : [...builtInKeys(step.type)]);
      for (const { key, left } of probe.options) {
        expect(left, `seed ${seed}, option ${key}`).toBe(countSlowly(company, addSlowly(answers, step, key), request));
        options += 1;
        if (left !== probe.left) differing += 1;
      }
    }
    expect([options > 1_000, differing > 50]).toEqual([true, true]);
  });
});

describe('probeStep', () => {
  const steps = [createStep(1, { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } })];
  const variants = { A: ['skin:dry'], B: ['skin:dry'], C: ['skin:oily'], D: [] };
  const probe = (company: TestCompany, given: Parameters<typeof createRequest>[0] = {}, step = 1) => {
    const { answers, color, date } = createRequest(given);
    return probeStep(compileCompany(company), { answers, color, date, presence: ABSENT }, step);
  };

  it('an option takes the place of the one chosen before, also of one that had another key', () => {
    const renamed = structuredClone(steps);
    renamed[0]!.selections[0]!.formerKeys = ['parched'];
    const answers = { selectionValues: [{ stepId: 1, selectedKey: 'parched' }] };
    expect(probe(createCompany(variants, { steps: renamed }), { answers })).toEqual({
      eligible: 4,
      left: 3,
      options: [
        { key: 'dry', left: 3 },
        { key: 'oily', left: 2 },
      ],
      colorTypeTested: false,
    });
  });

  it('a step of the funnel only; a selfie has no options', () => {
    const selfie = createStep(2, {}, { type: 'SELFIE' });
    expect(probe(createCompany(variants, { steps: [...steps, selfie] }), {}, 2)?.options).toEqual([]);
    expect(probe(createCompany(variants, { steps }), {}, 3)).toBeUndefined();
  });

  it('says whether a color type decided: given, and asked for by a test or a rule', () => {
    const color = { type: 'TRUE_SPRING', scores: { TRUE_SPRING: 1 } };
    const plain = createCompany(variants, { steps });
    const tagged = createCompany({ A: ['color_type:TRUE_SPRING'], B: ['color_type:DEEP_WINTER'] }, { steps });
    const rule = createRule(
      { exclude: { tags: [], productIds: [], variantIds: ['A'] } },
      { when: { colorType: ['X'] } },
    );
    const ruled = structuredClone(plain);
    ruled.funnel.matching = { ...ruled.funnel.matching, rules: [rule] };
    const isTested = (company: TestCompany, given: { color?: typeof color }) => probe(company, given)?.colorTypeTested;
    expect([isTested(plain, { color }), isTested(tagged, { color }), isTested(ruled, { color })]).toEqual([
      false,
      true,
      true,
    ]);
    expect(isTested(tagged, {})).toBe(false);
    expect(probe(tagged, { color })?.left).toBe(1);
  });

  it('counts an assortment that is too large for a match', () => {
    const many = Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`V${index}`, []]));
    expect(probe(createCompany(many, { steps }))).toMatchObject({ eligible: 2_500, left: 2_500 });
  });
});
