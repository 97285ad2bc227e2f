import type { MatchingAnswers } from '../answers/answers.js';
import { type AnswerPresence, chosenKeys } from '../answers/chosen-keys.js';
import { ENUM_FIELD_NAMES, type EnumField, SELFIE_FIELDS } from '../answers/enums.js';
import { normalizeKey } from '../answers/option-keys.js';
import { evaluate } from './evaluate-condition.js';
import { type IndexedStep, toIndex, type VersionSteps } from './step-index.js';
import type { Step } from './steps.js';

type Presence = Omit<AnswerPresence, 'colorType'>;

/**
 * The steps that are shown, in order. Each `showWhen` sees only the answers of visible steps before it, so hiding a step
 * also takes back what its answer had opened. Never reads a color type. docs/matching.md M6.
 */
export function visibleSteps(steps: VersionSteps, answers: MatchingAnswers, others: Presence = {}): Step[] {
  return walk(steps, answers, others).map(({ indexed }) => indexed.step);
}

/**
 * The answers that enter matching and the color type: those of the version's visible steps. Answers to other steps are
 * left out, the scalar fields of built-in steps too; so is a second row of a single-selection step and a key the step
 * does not have. Rows stand in step order, then option order, so that equal answers give equal bytes. A field that the
 * selfie filled counts where the SELFIE step is visible, whether the funnel asks for the field or not.
 * Give it answers that were migrated to this version. docs/matching.md M6.
 */
export function effectiveAnswers(
  answers: MatchingAnswers,
  steps: VersionSteps,
  others: Presence = {},
): MatchingAnswers {
  const effective: MatchingAnswers = { selectionValues: [] };
  const fields = new Set<EnumField>();
  let showsSelfie = false;
  for (const { indexed, chosen } of walk(steps, answers, others)) {
    if (indexed.field) fields.add(indexed.field);
    if (indexed.step.type === 'SELFIE') showsSelfie = true;
    if (!indexed.isCustom || !chosen) continue;
    for (const selectedKey of indexed.keys()) {
      if (chosen.has(selectedKey)) effective.selectionValues.push({ stepId: indexed.step.id, selectedKey });
    }
  }
  const filled = filledIn(answers);
  const counts = (field: EnumField) => (filled.has(field) ? showsSelfie : fields.has(field));
  for (const field of ENUM_FIELD_NAMES) {
    if (counts(field) && answers[field] !== undefined) Object.assign(effective, { [field]: answers[field] });
  }
  if (showsSelfie && filled.size > 0) effective.filledFromSelfie = SELFIE_FIELDS.filter((field) => filled.has(field));
  return effective;
}

/** The fields that the selfie filled. */
const filledIn = (answers: MatchingAnswers): ReadonlySet<EnumField> => new Set(answers.filledFromSelfie);

/** What the visitor answered: the questions that were shown depended on nothing else. */
function ownAnswers(answers: MatchingAnswers): MatchingAnswers {
  if (!answers.filledFromSelfie) return answers;
  const { filledFromSelfie, ...own } = answers;
  for (const field of filledFromSelfie) delete own[field];
  return own;
}

interface VisibleStep {
  indexed: IndexedStep;
  /** Undefined: not answered. */
  chosen: ReadonlySet<string> | undefined;
}

function walk(steps: VersionSteps, given: MatchingAnswers, others: Presence): VisibleStep[] {
  const answers = ownAnswers(given);
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
