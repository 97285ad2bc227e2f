import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchingAnswers } from '../answers/answers.js';
import { condition, matchingAnswers, steps as randomSteps } from '../answers/arbitraries.testing.js';
import type { AnswerPresence } from '../answers/chosen-keys.js';
import { ENUM_FIELD_NAMES } from '../answers/enums.js';
import type { Condition } from './conditions.js';
import { conditionFacts, evaluate } from './evaluate-condition.js';
import { getStepType } from './step-types.js';
import type { Step } from './steps.js';
import { buildStep, multiSelection, rows, singleSelection } from './steps.testing.js';

const steps = [
  buildStep(1, 'HAIR_COLOR'),
  singleSelection(2, ['Dry', 'oily']),
  multiSelection(3, ['a', 'b', 'c']),
  buildStep(4, 'SELFIE'),
  buildStep(5, 'EMAIL'),
];
const answers: MatchingAnswers = {
  hairColor: 'RED',
  ageRange: 'UNDER_16',
  selectionValues: rows([2, 'dry'], [3, 'a'], [3, 'c']),
};
const holds = (asked: Condition, others: AnswerPresence = {}) =>
  evaluate(asked, conditionFacts(answers, steps, others));

describe('evaluate (docs/matching.md M3)', () => {
  it('empty all holds, empty any does not (M3.1)', () => {
    expect([holds({ all: [] }), holds({ any: [] })]).toEqual([true, false]);
  });

  it('all needs every part, any needs one, not turns the answer round', () => {
    const [yes, no]: Condition[] = [{ all: [] }, { any: [] }];
    expect([holds({ all: [yes!, no!] }), holds({ any: [no!, yes!] }), holds({ not: yes! })]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('{ step, in } holds when any chosen key is listed, without regard to case (M3.1, M3.3)', () => {
    expect(holds({ step: 3, in: ['x', 'C'] })).toBe(true);
    expect(holds({ step: 3, in: ['b'] })).toBe(false);
    expect(holds({ step: 2, in: ['DRY'] })).toBe(true);
  });

  it('{ step, in } works on built-in steps with their enum values, without regard to case (M3.3)', () => {
    expect(holds({ step: 1, in: ['red'] })).toBe(true);
    expect(holds({ step: 1, in: ['BLACK'] })).toBe(false);
  });

  it('{ step, answered } holds for built-in and custom steps that have an answer', () => {
    expect([1, 2, 3, 4, 5, 99].map((step) => holds({ step, answered: true }))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('SELFIE and EMAIL are answered when the caller says so; they are no matching answers', () => {
    expect(holds({ step: 4, answered: true }, { hasSelfie: true })).toBe(true);
    expect(holds({ step: 5, answered: true }, { hasContact: true })).toBe(true);
  });

  it('{ field, in } compares without regard to case and never holds for a field that is not answered (M3.3)', () => {
    expect(holds({ field: 'ageRange', in: ['under_16'] })).toBe(true);
    expect(holds({ field: 'eyeColor', in: ['BLUE'] })).toBe(false);
  });

  it('{ colorType } holds for a listed color type and never while there is none', () => {
    const asked: Condition = { colorType: ['light_spring'] };
    expect(holds(asked, { colorType: 'LIGHT_SPRING' })).toBe(true);
    expect([holds(asked), holds(asked, { colorType: null })]).toEqual([false, false]);
  });

  it('a key that the step does not have is no answer to it', () => {
    const facts = conditionFacts({ selectionValues: rows([2, 'gone']) }, steps);
    expect(evaluate({ step: 2, answered: true }, facts)).toBe(false);
  });

  it('a step that the version does not have is not answered and in no list', () => {
    expect(
      holds({
        any: [
          { step: 99, in: ['dry'] },
          { step: 99, answered: true },
        ],
      }),
    ).toBe(false);
  });

  it('agrees with a slow and obvious twin on random conditions and answers (M3.1)', () => {
    const others = fc.record({
      colorType: fc.constantFrom(null, 'TRUE_SPRING', 'DEEP_WINTER'),
      hasSelfie: fc.boolean(),
      hasContact: fc.boolean(),
    });
    fc.assert(
      fc.property(condition, randomSteps, matchingAnswers, others, (asked, version, given, more) => {
        expect(evaluate(asked, conditionFacts(given, version, more))).toBe(holdsSlowly(asked, version, given, more));
      }),
      { numRuns: 2000 },
    );
  });
});

const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase());

function holdsSlowly(asked: Condition, version: Step[], given: MatchingAnswers, more: AnswerPresence): boolean {
  const again = (part: Condition) => holdsSlowly(part, version, given, more);
  if ('all' in asked) return asked.all.filter(again).length === asked.all.length;
  if ('any' in asked) return asked.any.filter(again).length > 0;
  if ('not' in asked) return !again(asked.not);
  if ('colorType' in asked)
    return more.colorType != null && lower(asked.colorType).includes(more.colorType.toLowerCase());
  if ('field' in asked) {
    const value = given[asked.field];
    return value !== undefined && lower(asked.in).includes(value.toLowerCase());
  }
  const step = version.find((candidate) => candidate.id === asked.step);
  if (!step) return false;
  if (step.type === 'SELFIE' || step.type === 'EMAIL')
    return 'answered' in asked && (step.type === 'SELFIE' ? more.hasSelfie === true : more.hasContact === true);
  let chosen = given.selectionValues.filter((row) => row.stepId === step.id).map((row) => row.selectedKey);
  chosen = chosen.filter((key) => lower(step.selections.map((selection) => selection.key)).includes(key));
  if (step.type === 'SINGLE_SELECTION') chosen = chosen.slice(0, 1);
  for (const field of ENUM_FIELD_NAMES) {
    const stepType = getStepType(field);
    if (stepType !== step.type) continue;
    const value = given[field];
    chosen = value === undefined ? [] : [value];
  }
  return 'answered' in asked ? chosen.length > 0 : lower(chosen).some((key) => lower(asked.in).includes(key));
}
