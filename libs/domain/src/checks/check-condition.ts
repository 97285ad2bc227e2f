import { ALL_COLOR_TYPES, ENUM_FIELDS, type EnumField } from '../answers/enums.js';
import { findFormerSelection, findSelection, normalizeKey } from '../answers/option-keys.js';
import type { Condition } from '../funnel/conditions.js';
import type { Step } from '../funnel/steps.js';
import { type ConditionLeaf, isConditionLeaf, visitCondition } from '../funnel/visit-condition.js';
import { MAX_CONDITION_DEPTH, MAX_CONDITION_PARTS } from '../limits.js';
import type { Path, Problems } from './problems.js';

/** What a condition may refer to. */
export interface ConditionScope {
  /** All steps with this id: one of a version, or those of the published version and the draft. */
  stepsWithId(id: number): readonly Step[];
  /** Why this step cannot be asked here, as a sentence; null when it can. */
  stepProblem?(step: Step): string | null;
  /** Why this field cannot be asked here, as a sentence; null when it can. */
  fieldProblem?(field: EnumField): string | null;
  allowColorType: boolean;
}

/** Reports everything in a condition that could never be meant: unknown steps, option keys, enum values, color types. */
export function checkCondition(condition: Condition, scope: ConditionScope, path: Path, problems: Problems): void {
  let parts = 0;
  const check = (part: Condition, at: Path, depth: number): boolean => {
    parts++;
    if (depth > MAX_CONDITION_DEPTH || parts > MAX_CONDITION_PARTS) return false;
    if (isConditionLeaf(part)) checkLeaf(part, scope, at, problems);
    else if (depth === MAX_CONDITION_DEPTH)
      problems.add(at, `Conditions must be nested at most ${MAX_CONDITION_DEPTH} deep.`);
    return true;
  };
  visitCondition(condition, check, path);
  if (parts > MAX_CONDITION_PARTS) problems.add(path, `The condition must have at most ${MAX_CONDITION_PARTS} parts.`);
}

function checkLeaf(leaf: ConditionLeaf, scope: ConditionScope, at: Path, problems: Problems): void {
  if ('step' in leaf) checkStepPart(leaf, scope, at, problems);
  else if ('field' in leaf) checkFieldPart(leaf, scope, at, problems);
  else checkColorTypePart(leaf, scope, at, problems);
}

function checkStepPart(
  part: Extract<ConditionLeaf, { step: number }>,
  scope: ConditionScope,
  at: Path,
  problems: Problems,
): void {
  const steps = scope.stepsWithId(part.step);
  const problem = steps[0]
    ? scope.stepProblem?.(steps[0])
    : `There is no step ${part.step}; step must be the id of a step of this funnel.`;
  if (problem) problems.add([...at, 'step'], problem);
  else if ('in' in part) checkOptionKeys(part, steps, [...at, 'in'], problems);
}

function checkOptionKeys(
  part: { step: number; in: string[] },
  steps: readonly Step[],
  at: Path,
  problems: Problems,
): void {
  const asking = steps.filter((step) => step.selections.length > 0);
  if (asking.length === 0) {
    problems.add(
      at,
      `Step ${part.step} has no options; the condition must be { "step": ${part.step}, "answered": true }.`,
    );
    return;
  }
  part.in.forEach((key, index) => {
    if (asking.some((step) => findSelection(step, key))) return;
    const now = asking.map((step) => findFormerSelection(step, key)).find((found) => found !== undefined);
    const advice = now ? `it must now be "${now.key}"` : `it must be one of ${listKeys(asking)}`;
    problems.add([...at, index], `Step ${part.step} has no option with this key; ${advice}.`);
  });
}

function checkFieldPart(
  part: Extract<ConditionLeaf, { field: EnumField }>,
  scope: ConditionScope,
  at: Path,
  problems: Problems,
): void {
  const problem = scope.fieldProblem?.(part.field);
  if (problem) problems.add([...at, 'field'], problem);
  checkListed(part.in, ENUM_FIELDS[part.field].values, `value of ${part.field}`, [...at, 'in'], problems);
}

function checkColorTypePart(
  part: Extract<ConditionLeaf, { colorType: string[] }>,
  scope: ConditionScope,
  at: Path,
  problems: Problems,
): void {
  const here = [...at, 'colorType'];
  if (scope.allowColorType) checkListed(part.colorType, ALL_COLOR_TYPES, 'color type', here, problems);
  else problems.add(here, 'showWhen must not use colorType: it is known only after the last step.');
}

function checkListed(given: readonly string[], known: readonly string[], what: string, at: Path, problems: Problems) {
  given.forEach((value, index) => {
    if (known.some((entry) => normalizeKey(entry) === normalizeKey(value))) return;
    problems.add([...at, index], `The ${what} must be one of ${known.join(', ')}.`);
  });
}

function listKeys(steps: readonly Step[]): string {
  const keys = [...new Set(steps.flatMap((step) => step.selections.map((selection) => selection.key)))];
  return keys.length > 12 ? `${keys.slice(0, 12).join(', ')} …` : keys.join(', ');
}
