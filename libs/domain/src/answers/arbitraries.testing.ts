import fc from 'fast-check';
import type { Condition } from '../funnel/conditions.js';
import { STEP_TYPES } from '../funnel/step-types.js';
import type { Step } from '../funnel/steps.js';
import { buildSelection, buildStep } from '../funnel/steps.testing.js';
import type { MatchingAnswers, SelectionValue } from './answers.js';
import { ENUM_FIELD_NAMES, ENUM_FIELDS } from './enums.js';

/** A small vocabulary, so that random questions and random answers meet. */
export const KEYS = ['a', 'B', 'c', 'D', 'e', 'Light'];
export const STEP_IDS = [1, 2, 3, 4, 5, 6];

const key = fc.constantFrom(...KEYS, ...KEYS.map((name) => name.toLowerCase()));
const enumValue = fc.constantFrom('LIGHT', 'red', 'Brown', 'UNDER_16', 'cool', 'FAIR');

export const condition: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.record({ step: fc.constantFrom(...STEP_IDS), in: fc.array(fc.oneof(key, enumValue), { maxLength: 3 }) }),
    fc.record({ step: fc.constantFrom(...STEP_IDS), answered: fc.constant(true as const) }),
    fc.record({ field: fc.constantFrom(...ENUM_FIELD_NAMES), in: fc.array(enumValue, { maxLength: 3 }) }),
    fc.record({ colorType: fc.array(fc.constantFrom('TRUE_SPRING', 'deep_winter'), { maxLength: 2 }) }),
    fc.record({ all: fc.array(tie('node'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('node'), { maxLength: 3 }) }),
    fc.record({ not: tie('node') }),
  ),
})).node;

/** Up to six steps of any type with conditions on one another, in any order. */
export const steps: fc.Arbitrary<Step[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom(...STEP_IDS),
      type: fc.constantFrom(...STEP_TYPES),
      orderNumber: fc.integer({ min: 0, max: 3 }),
      keys: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 4 }),
      showWhen: fc.option(condition, { freq: 2 }),
      required: fc.boolean(),
      formerIds: fc.uniqueArray(fc.constantFrom(7, 8, 9), { maxLength: 2 }),
    }),
    { selector: (step) => step.id },
  )
  .map((given) =>
    given.map(({ keys, ...step }) =>
      buildStep(step.id, step.type, {
        ...step,
        ...(step.type.endsWith('_SELECTION') && {
          selections: keys.map((name, orderNumber) => buildSelection(name, [], { orderNumber })),
        }),
      }),
    ),
  );

export const selectionValues: fc.Arbitrary<SelectionValue[]> = fc.array(
  fc.record({ stepId: fc.constantFrom(...STEP_IDS, 7, 8), selectedKey: key.map((name) => name.toLowerCase()) }),
  { maxLength: 8 },
);

export const matchingAnswers: fc.Arbitrary<MatchingAnswers> = fc.record(
  {
    ...Object.fromEntries(ENUM_FIELD_NAMES.map((field) => [field, fc.constantFrom(...ENUM_FIELDS[field].values)])),
    selectionValues,
  },
  { requiredKeys: ['selectionValues'] },
) as fc.Arbitrary<MatchingAnswers>;
