import { AGE_RANGES, type Condition, HAIR_COLORS, type PageStep, readAnswers } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPage, step } from '../testing/page.testing.js';
import { noAnswers, type QuizAnswers, withChosenKeys } from './quiz-answers.js';
import { indexPage, type Selfie, shownSteps } from './shown-steps.js';
import { listProblems } from './step-problems.js';
import { toSubmission } from './submission.js';

const KEYS = ['a', 'B', 'c'];
const PICTURE: Selfie = { dataUrl: 'data:image/jpeg;base64,AQID', source: 'UPLOADED' };

/** Asks about any step, or about age and hair. */
const condition: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    fc.record({ step: fc.integer({ min: 1, max: 6 }), in: fc.subarray(['A', 'b', 'C'], { minLength: 1 }) }),
    fc.record({ step: fc.integer({ min: 1, max: 6 }), answered: fc.constant(true as const) }),
    fc.record({ field: fc.constant('ageRange' as const), in: fc.subarray([...AGE_RANGES], { minLength: 1 }) }),
    fc.record({ field: fc.constant('hairColor' as const), in: fc.subarray([...HAIR_COLORS], { minLength: 1 }) }),
    fc.record({ not: tie('condition') }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 2 }) }),
  ),
})).condition;

/** A step of each kind, in any order, each with a condition or without, needed or not. */
const steps: fc.Arbitrary<PageStep[]> = fc
  .tuple(
    fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }),
    fc.array(fc.option(condition), { minLength: 6, maxLength: 6 }),
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    fc.option(fc.constant('Yes')),
  )
  .map(([order, conditions, required, consentText]) => {
    const all = [
      step(1, 'SINGLE_SELECTION', KEYS),
      step(2, 'MULTI_SELECTION', KEYS, { settings: { maxSelections: 2 } }),
      step(3, 'HAIR_COLOR', HAIR_COLORS),
      step(4, 'AGE', AGE_RANGES),
      step(5, 'SELFIE'),
      step(6, 'EMAIL', [], { settings: { consentText } }),
    ].map((each, index) => ({ ...each, showWhen: conditions[index] ?? null, required: required[index] ?? true }));
    return order.map((id) => all[id - 1] as PageStep);
  });

const choices = fc.record({
  one: fc.subarray(KEYS, { maxLength: 1 }),
  many: fc.subarray(KEYS),
  hair: fc.subarray([...HAIR_COLORS], { maxLength: 1 }),
  age: fc.subarray([...AGE_RANGES], { maxLength: 1 }),
  contact: fc.record({
    firstName: fc.constantFrom('', 'Ada'),
    lastName: fc.constantFrom('', 'Lovelace'),
    email: fc.constantFrom('', 'ada@example.com'),
  }),
  contactConsent: fc.boolean(),
  selfieConsent: fc.boolean(),
  selfie: fc.option(fc.constant(PICTURE)),
});

function buildAnswers(all: PageStep[], chosen: typeof choices extends fc.Arbitrary<infer T> ? T : never): QuizAnswers {
  const { contact, contactConsent, selfieConsent } = chosen;
  const keys: Record<number, string[]> = { 1: chosen.one, 2: chosen.many, 3: chosen.hair, 4: chosen.age };
  return all.reduce<QuizAnswers>(
    (answers, each) => (keys[each.id] ? withChosenKeys(each, answers, keys[each.id] as string[]) : answers),
    { ...noAnswers(), contact, contactConsent, selfieConsent },
  );
}

describe('what is sent (docs/contract.md C8)', () => {
  it('is what the server expects of the version: it warns about nothing when nothing is missing, and else only about that', () => {
    fc.assert(
      fc.property(steps, choices, (all, chosen) => {
        const page = buildPage(all);
        const index = indexPage(page);
        const answers = buildAnswers(all, chosen);
        const body = toSubmission({
          page,
          index,
          answers,
          selfie: chosen.selfie,
          landing: { source: 'mail', queryString: 'a=1' },
          startedAt: '2026-11-21T10:00:00.000Z',
        });
        const read = readAnswers(
          JSON.parse(JSON.stringify(body)),
          index.ordered.map((indexed) => indexed.step),
          { route: 'legacy', requireSelfieConsent: true },
        );
        const missing = shownSteps(page, index, answers, chosen.selfie).filter(
          (each) => listProblems(each, answers).length > 0,
        );
        expect(read.selfieRefusal).toBeNull();
        expect(read.tracking).toMatchObject({ source: 'mail', queryString: 'a=1' });
        if (missing.length === 0) expect(read.warnings).toEqual([]);
        for (const warning of read.warnings) expect(warning).toContain('missing');
      }),
      { numRuns: 1_000 },
    );
  });

  it('has the same bytes for the same answers in any order', () => {
    const page = buildPage([step(1, 'MULTI_SELECTION', KEYS), step(2, 'AGE', AGE_RANGES)]);
    const send = (answers: QuizAnswers) => {
      const landing = { source: null, queryString: null };
      return JSON.stringify(
        toSubmission({ page, index: indexPage(page), answers, selfie: null, landing, startedAt: null }),
      );
    };
    const [many, age] = page.steps as [PageStep, PageStep];
    const one = withChosenKeys(age, withChosenKeys(many, noAnswers(), ['a', 'c']), ['ABOVE_70']);
    const other = withChosenKeys(many, withChosenKeys(age, noAnswers(), ['ABOVE_70']), ['c', 'a']);
    expect(send(one)).toBe(send(other));
  });
});
