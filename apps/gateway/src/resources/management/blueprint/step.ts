import {
  builtInSelections,
  DEFAULT_STEP,
  defaultStepKey,
  MAX_FORMER,
  MAX_SELECTIONS,
  MAX_STEPS,
  type Selection,
  STEP_TYPES,
  type Step,
} from '@svc/domain';
import { z } from 'zod';
import { boundedArray } from './bounded.js';
import { condition } from './condition.js';
import { list, localizedText, maybe, orDefault, tags } from './fields.js';

const selectionTags = z.strictObject({ require: tags, prefer: tags, avoid: tags });

const selection = z
  .strictObject({
    key: z.string().describe('The value to submit.'),
    orderNumber: z.int().nullish().describe('Default: the position in the list.'),
    caption: localizedText.nullish().describe('Default: the key.'),
    imageUrl: maybe(z.string()),
    formerKeys: list(z.string(), { max: MAX_FORMER, what: 'former keys' }),
    tags: orDefault(selectionTags, () => ({ require: [], prefer: [], avoid: [] })),
  })
  .meta({ id: 'BlueprintSelection' });

export const step = z
  .strictObject({
    id: z.int().describe('Stable across versions.'),
    key: z.string().nullish().describe('Default: step_<id>.'),
    type: z.enum(STEP_TYPES),
    orderNumber: z.int().nullish().describe('Default: the position in the list.'),
    title: orDefault(localizedText, () => ({})),
    formerIds: list(z.int(), { max: MAX_FORMER, what: 'former ids' }),
    required: orDefault(z.boolean(), () => DEFAULT_STEP.required),
    strict: orDefault(z.boolean(), () => DEFAULT_STEP.strict),
    showWhen: orDefault(condition.nullable(), () => null),
    selections: boundedArray(selection, { max: MAX_SELECTIONS, what: 'options' })
      .nullish()
      .describe('Built-in steps have all values of their enum when left out.'),
    settings: orDefault(z.record(z.string(), z.unknown()), () => ({})),
  })
  .meta({ id: 'BlueprintStep' });

const toSelection = (given: z.output<typeof selection>, index: number): Selection => {
  const { imageUrl, ...rest } = given;
  return {
    ...rest,
    orderNumber: given.orderNumber ?? index,
    caption: given.caption ?? { default: given.key },
    ...(imageUrl === undefined ? {} : { imageUrl }),
  };
};

const toStep = (given: z.output<typeof step>, index: number): Step => ({
  ...given,
  key: given.key ?? defaultStepKey(given.id),
  orderNumber: given.orderNumber ?? index,
  selections: given.selections?.map(toSelection) ?? builtInSelections(given.type),
});

/** Steps, complete, defaults filled in. docs/management.md "Steps". */
export const steps = boundedArray(step, { max: MAX_STEPS, what: 'steps' }).transform((given) => given.map(toStep));

/** The steps of one version. */
export const version = z
  .strictObject(
    { steps },
    {
      error: ({ input }) =>
        input === null ? 'A version cannot be removed; the funnel must be paused or archived instead.' : undefined,
    },
  )
  .meta({ id: 'BlueprintVersion' });
