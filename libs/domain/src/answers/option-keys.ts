import type { Selection, Step } from '../funnel/steps.js';

/** The spelling under which option keys and enum values are compared and stored. docs/contract.md C8.3. */
export const normalizeKey = (key: string): string => key.toLowerCase();

/** The option of a step with this key, without regard to case. */
export function findSelection(step: Step, key: string): Selection | undefined {
  const wanted = normalizeKey(key);
  return step.selections.find((selection) => normalizeKey(selection.key) === wanted);
}

/** The first option, in list order, that had this key in an earlier version. */
export function findFormerSelection(step: Step, key: string): Selection | undefined {
  const wanted = normalizeKey(key);
  return step.selections.find((selection) => selection.formerKeys.some((former) => normalizeKey(former) === wanted));
}

/** Steps in the order in which they are asked: `orderNumber`, then `id`. The given list is not changed. */
export const inOrder = (steps: readonly Step[]): Step[] =>
  [...steps].sort((a, b) => a.orderNumber - b.orderNumber || a.id - b.id);
