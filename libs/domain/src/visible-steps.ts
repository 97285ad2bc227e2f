import type { MatchingAnswers } from './answers.js';
import { ENUM_FIELD_NAMES, type EnumField } from './enums.js';
import { chosenIn, enumFieldOf, evaluate, type OtherFacts } from './evaluate-condition.js';
import { inOrder, normalizeKey } from './option-keys.js';
import { isCustomStep, type Step } from './steps.js';

/**
 * The steps that are shown, in order. Each `showWhen` sees only the answers of visible steps before it, so hiding a step
 * also takes back what its answer had opened. Never reads a colour type. Matching, "3. Order".
 */
export function visibleSteps(
  steps: readonly Step[],
  answers: MatchingAnswers,
  others: Omit<OtherFacts, 'colorType'> = {},
): Step[] {
  const chosen = new Map<number, ReadonlySet<string>>();
  const fields = new Map<EnumField, string>();
  return inOrder(steps).filter((step) => {
    if (step.showWhen && !evaluate(step.showWhen, { chosen, fields })) return false;
    const keys = chosenIn(step, answers, others);
    if (keys) chosen.set(step.id, keys);
    const field = enumFieldOf(step);
    if (field && answers[field] !== undefined) fields.set(field, normalizeKey(answers[field]));
    return true;
  });
}

/**
 * The answers that enter matching and the colour type: those of the version's visible steps. Answers to other steps are
 * left out, the scalar fields of built-in steps too; so is a second row of a single-selection step and a key the step
 * does not have. Rows stand in step order, then option order, so that equal answers give equal bytes.
 * Give it answers that were migrated to this version. Matching, "3. Order".
 */
export function effectiveAnswers(
  answers: MatchingAnswers,
  steps: readonly Step[],
  others: Omit<OtherFacts, 'colorType'> = {},
): MatchingAnswers {
  const visible = visibleSteps(steps, answers, others);
  const fields = new Set(visible.map(enumFieldOf));
  const effective: MatchingAnswers = {
    selectionValues: visible.filter(isCustomStep).flatMap((step) => rowsOf(step, answers)),
  };
  for (const field of ENUM_FIELD_NAMES) {
    if (fields.has(field) && answers[field] !== undefined) Object.assign(effective, { [field]: answers[field] });
  }
  return effective;
}

function rowsOf(step: Step, answers: MatchingAnswers) {
  const keys = chosenIn(step, answers) ?? new Set<string>();
  return [...step.selections]
    .sort((a, b) => a.orderNumber - b.orderNumber)
    .map((selection) => normalizeKey(selection.key))
    .filter((key) => keys.has(key))
    .map((selectedKey) => ({ stepId: step.id, selectedKey }));
}
