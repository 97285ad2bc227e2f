import type { ConditionNames, EnumField, Step } from '@svc/domain';
import type { Subject } from './edit-condition.js';

/** What conditions may ask here. */
export interface Scope {
  /** Questions that a condition may name. */
  steps: readonly Step[];
  names: ConditionNames;
  /** Facts about the shopper that are known without a question of the list. */
  fields: readonly EnumField[];
  /** Color types to choose from; empty: the color type is not known here. */
  colorTypes: readonly string[];
}

/** What a part may be about. */
export const listSubjects = ({ steps, fields, colorTypes }: Scope): Subject[] => [
  ...steps.map(({ id }): Subject => `step ${id}`),
  ...fields,
  ...(colorTypes.length > 0 ? (['colorType'] as const) : []),
];
