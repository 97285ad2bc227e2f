import type { IndexedStep } from '../funnel/step-index.js';
import { stepKind } from '../funnel/step-types.js';
import type { MatchingAnswers, SelectionValue } from './answers.js';
import { normalizeKey } from './option-keys.js';

/** Answers that are no matching answers: only their presence can be asked for (`answered`). */
export interface AnswerPresence {
  colorType?: string | null;
  hasSelfie?: boolean;
  hasContact?: boolean;
}

/**
 * What was chosen in each step: gives the keys in lower case, or undefined when the step is not answered. A key that the
 * step does not have is no answer; a single-selection step has its first row; a built-in step has its enum value. SELFIE and
 * EMAIL have no options: answered, they give an empty set.
 */
export function chosenKeys(
  answers: MatchingAnswers,
  others: AnswerPresence,
): (indexed: IndexedStep) => ReadonlySet<string> | undefined {
  const byStep = groupByStep(answers.selectionValues);
  return ({ step, field, isCustom, keys }) => {
    if (field) return answers[field] === undefined ? undefined : new Set([normalizeKey(answers[field])]);
    if (!isCustom)
      return (stepKind(step.type) === 'selfie' ? others.hasSelfie : others.hasContact) ? new Set() : undefined;
    const rows = byStep.get(step.id)?.filter((key) => keys().has(key)) ?? [];
    if (rows.length === 0) return undefined;
    return new Set(stepKind(step.type) === 'single' ? rows.slice(0, 1) : rows);
  };
}

function groupByStep(rows: readonly SelectionValue[]): Map<number, string[]> {
  const byStep = new Map<number, string[]>();
  for (const { stepId, selectedKey } of rows) {
    const keys = byStep.get(stepId);
    if (keys) keys.push(normalizeKey(selectedKey));
    else byStep.set(stepId, [normalizeKey(selectedKey)]);
  }
  return byStep;
}
