import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Selection as Option, Step } from '../funnel/steps.js';
import { compareSteps, type StepChange } from './compare-steps.js';

const option = (key: string, values: Partial<Option> = {}): Option => ({
  key,
  orderNumber: 0,
  caption: { default: key },
  formerKeys: [],
  tags: { require: [], prefer: [], avoid: [] },
  ...values,
});
const step = (id: number, values: Partial<Step> = {}): Step => ({
  id,
  key: `step_${id}`,
  type: 'SINGLE_SELECTION',
  orderNumber: id,
  title: { default: `Question ${id}`, de: `Frage ${id}` },
  formerIds: [],
  required: true,
  strict: false,
  showWhen: null,
  selections: [option('dry'), option('oily', { orderNumber: 1 })],
  settings: {},
  ...values,
});
const compare = (before: Step[], after: Step[]): StepChange[] => compareSteps(before, after, 'en');

describe('the differences of two questionnaires (docs/dashboard.md Y14.1)', () => {
  it('there are none between a version and itself', () => {
    expect(compare([step(1), step(2)], [step(2), step(1)])).toEqual([]);
  });

  it('names new and removed questions and options by their texts', () => {
    const after = [
      step(2),
      step(3, { selections: [option('dry'), option('new', { caption: { default: 'Brand new' } })] }),
    ];
    expect(compare([step(1), step(3)], after)).toEqual([
      { kind: 'STEP_ADDED', stepId: 2, question: 'Question 2' },
      { kind: 'OPTION_ADDED', stepId: 3, question: 'Question 3', option: 'Brand new', optionKey: 'new' },
      { kind: 'OPTION_REMOVED', stepId: 3, question: 'Question 3', option: 'oily', optionKey: 'oily' },
      { kind: 'STEP_REMOVED', stepId: 1, question: 'Question 1' },
    ]);
  });

  it('a renamed option is a rename and not a removal', () => {
    const renamed = step(1, {
      selections: [option('dryness', { formerKeys: ['dry'] }), option('oily', { orderNumber: 1 })],
    });
    expect(compare([step(1)], [renamed])).toEqual([
      {
        kind: 'OPTION_RENAMED',
        stepId: 1,
        question: 'Question 1',
        option: 'dryness',
        optionKey: 'dryness',
        before: 'dry',
        after: 'dryness',
      },
      {
        kind: 'OPTION_FIELD',
        stepId: 1,
        question: 'Question 1',
        option: 'dryness',
        optionKey: 'dryness',
        field: 'caption.default',
        before: 'dry',
        after: 'dryness',
      },
    ]);
  });

  it('a question that takes over the answers of another one replaces it', () => {
    const after = step(9, {
      key: 'step_1',
      orderNumber: 1,
      title: { default: 'Question 1', de: 'Frage 1' },
      formerIds: [1],
    });
    expect(compare([step(1)], [after])).toEqual([
      { kind: 'STEP_REPLACED', stepId: 9, question: 'Question 1', formerly: 'Question 1' },
    ]);
  });

  it('reports a new order of questions and of options once, whatever the numbers are', () => {
    expect(compare([step(1), step(2)], [step(1, { orderNumber: 7 }), step(2, { orderNumber: 5 })])).toEqual([
      { kind: 'STEPS_ORDER', before: ['Question 1', 'Question 2'], after: ['Question 2', 'Question 1'] },
    ]);
    const turned = step(1, { selections: [option('dry', { orderNumber: 1 }), option('oily')] });
    expect(compare([step(1)], [turned])).toEqual([
      { kind: 'OPTIONS_ORDER', stepId: 1, question: 'Question 1', before: ['dry', 'oily'], after: ['oily', 'dry'] },
    ]);
    expect(compare([step(1), step(2)], [step(1, { orderNumber: 50 }), step(2, { orderNumber: 60 })])).toEqual([]);
  });

  it('names the field that differs, with its value before and after', () => {
    const after = step(1, {
      required: false,
      selections: [
        option('dry', { tags: { require: [], prefer: ['a:b'], avoid: [] } }),
        option('oily', { orderNumber: 1 }),
      ],
    });
    expect(compare([step(1)], [after])).toEqual([
      { kind: 'STEP_FIELD', stepId: 1, question: 'Question 1', field: 'required', before: true, after: false },
      {
        kind: 'OPTION_FIELD',
        stepId: 1,
        question: 'Question 1',
        option: 'dry',
        optionKey: 'dry',
        field: 'tags.prefer',
        before: [],
        after: ['a:b'],
      },
    ]);
  });

  it('names the color of each option, also the first one', () => {
    const after = step(1, { settings: { swatches: { dry: '#c98f5a' } } });
    expect(compare([step(1)], [after])).toEqual([
      {
        kind: 'STEP_FIELD',
        stepId: 1,
        question: 'Question 1',
        field: 'settings.swatches.dry',
        before: undefined,
        after: '#c98f5a',
      },
    ]);
  });

  it('every change of a question is found', () => {
    const values = fc.record({
      required: fc.boolean(),
      strict: fc.boolean(),
      key: fc.constantFrom('skin', 'hair'),
      title: fc.record({ default: fc.constantFrom('A', 'B') }),
      selections: fc
        .uniqueArray(fc.constantFrom('dry', 'oily', 'mixed'), { minLength: 1 })
        .map((keys) => keys.map((key, orderNumber) => option(key, { orderNumber }))),
    });
    fc.assert(
      fc.property(values, values, (before, after) => {
        const isSame = JSON.stringify(before) === JSON.stringify(after);
        expect(compare([step(1, before)], [step(1, after)]).length === 0).toBe(isSame);
      }),
    );
  });
});
