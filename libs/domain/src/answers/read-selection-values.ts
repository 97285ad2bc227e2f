import { describeStep, withArticle } from '../funnel/describe-step.js';
import { getEnumField, type Step } from '../funnel/steps.js';
import type { SelectionValue } from './answers.js';
import { type AnswerChange, migrateAnswers } from './migrate-answers.js';
import type { Warnings } from './warnings.js';

export interface ReadSelectionValues {
  /** Rows of the version's steps as migrated, then those of steps that it does not have, which are stored as they came. */
  values: SelectionValue[];
  /** Steps of the version that some row was meant for. */
  stepIds: ReadonlySet<number>;
}

/**
 * Migrates well-formed rows to the steps of the version. Renamed, moved and wrong keys, second answers and unknown steps each add
 * a warning. A warning repeats a key only if the version lists it.
 */
export function readSelectionValues(
  rows: readonly SelectionValue[],
  steps: readonly Step[],
  warnings: Warnings,
): ReadSelectionValues {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const migrated = migrateAnswers(rows, steps);
  const stepIds = new Set(migrated.values.map((row) => row.stepId));
  const unknown = new Map<string, SelectionValue>();
  for (const change of migrated.changes) {
    warnings.add('selectionValues', describeChange(change, byId));
    if (change.kind !== 'dropped') continue;
    if (change.reason === 'unknown-step') unknown.set(`${change.from.stepId} ${change.from.selectedKey}`, change.from);
    else stepIds.add(change.stepId);
  }
  return { values: [...migrated.values, ...unknown.values()], stepIds };
}

function describeChange(change: AnswerChange, byId: ReadonlyMap<number, Step>): string {
  const { stepId } = change.from;
  if (change.kind === 'moved') {
    const to = describeStep(byId.get(change.to.stepId));
    return `selectionValues has an answer to step ${stepId}, which ${to} replaced; it was moved there. Update the integration.`;
  }
  const step = byId.get(change.kind === 'dropped' ? change.stepId : stepId);
  const name = describeStep(step);
  if (change.kind === 'renamed') {
    const keys = `"${change.from.selectedKey}" is now "${change.to.selectedKey}"`;
    return `selectionValues has an earlier key of ${name}: ${keys}; it was renamed. Update the integration.`;
  }
  switch (change.reason) {
    case 'unknown-step':
      return `selectionValues has an answer to step ${stepId}, which the funnel does not have; it is stored but not used.`;
    case 'unknown-key':
      return `selectionValues has a selectedKey for ${name} that is not one of the step's option keys; it was dropped.`;
    case 'second-answer':
      return `selectionValues has more than one row for ${name}, which takes a single selection; the first was kept.`;
    case 'built-in-step': {
      const field = step && getEnumField(step);
      const kind = step ? withArticle(step.type) : 'a built-in';
      const advice = field ? `; send it as ${field}` : '';
      return `selectionValues has a row for ${name}, which is ${kind} step; it was dropped${advice}.`;
    }
  }
}
