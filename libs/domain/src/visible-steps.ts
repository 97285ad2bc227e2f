import type { MatchingAnswers } from './answers.js';
import { chosenKeys, type OtherFacts } from './chosen-keys.js';
import { ENUM_FIELD_NAMES, type EnumField } from './enums.js';
import { evaluate } from './evaluate-condition.js';
import { normalizeKey } from './option-keys.js';
import { type IndexedStep, toIndex, type VersionSteps } from './step-index.js';
import type { Step } from './steps.js';

type Presence = Omit<OtherFacts, 'colorType'>;

/**
 * The steps that are shown, in order. Each `showWhen` sees only the answers of visible steps before it, so hiding a step
 * also takes back what its answer had opened. Never reads a colour type. Matching, "3. Order".
 */
export function visibleSteps(steps: VersionSteps, answers: MatchingAnswers, others: Presence = {}): Step[] {
  return walk(steps, answers, others).map(({ indexed }) => indexed.step);
}

/**
 * The answers that enter matching and the colour type: those of the version's visible steps. Answers to other steps are
 * left out, the scalar fields of built-in steps too; so is a second row of a single-selection step and a key the step
 * does not have. Rows stand in step order, then option order, so that equal answers give equal bytes.
 * Give it answers that were migrated to this version. Matching, "3. Order".
 */
export function effectiveAnswers(
  answers: MatchingAnswers,
  steps: VersionSteps,
  others: Presence = {},
): MatchingAnswers {
  const effective: MatchingAnswers = { selectionValues: [] };
  const fields = new Set<EnumField>();
  for (const { indexed, chosen } of walk(steps, answers, others)) {
    if (indexed.field) fields.add(indexed.field);
    if (!indexed.isCustom || !chosen) continue;
    for (const selectedKey of indexed.keys()) {
      if (chosen.has(selectedKey)) effective.selectionValues.push({ stepId: indexed.step.id, selectedKey });
    }
  }
  for (const field of ENUM_FIELD_NAMES) {
    if (fields.has(field) && answers[field] !== undefined) Object.assign(effective, { [field]: answers[field] });
  }
  return effective;
}

interface VisibleStep {
  indexed: IndexedStep;
  /** Undefined: not answered. */
  chosen: ReadonlySet<string> | undefined;
}

function walk(steps: VersionSteps, answers: MatchingAnswers, others: Presence): VisibleStep[] {
  const chosenIn = chosenKeys(answers, others);
  const facts = { chosen: new Map<number, ReadonlySet<string>>(), fields: new Map<EnumField, string>() };
  const visible: VisibleStep[] = [];
  for (const indexed of toIndex(steps).ordered) {
    const { step, field } = indexed;
    if (step.showWhen && !evaluate(step.showWhen, facts)) continue;
    const chosen = chosenIn(indexed);
    if (chosen) facts.chosen.set(step.id, chosen);
    if (field && answers[field] !== undefined) facts.fields.set(field, normalizeKey(answers[field]));
    visible.push({ indexed, chosen });
  }
  return visible;
}
