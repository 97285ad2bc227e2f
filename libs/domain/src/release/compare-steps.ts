import { type LocalizedText, localize } from '../funnel/localize.js';
import type { Selection as Option, Step } from '../funnel/steps.js';
import { compareValues, type Difference, ORDER, toText } from './compare-values.js';

/** One change of a questionnaire, as a sentence can say it. `question` is the title, `option` the caption, `optionKey` the key as it is now, or as it was. */
export type StepChange =
  | { kind: 'STEP_ADDED' | 'STEP_REMOVED'; stepId: number; question: string }
  | { kind: 'STEP_REPLACED'; stepId: number; question: string; formerly: string }
  | { kind: 'OPTION_ADDED' | 'OPTION_REMOVED'; stepId: number; question: string; option: string; optionKey: string }
  | {
      kind: 'OPTION_RENAMED';
      stepId: number;
      question: string;
      option: string;
      optionKey: string;
      before: string;
      after: string;
    }
  | { kind: 'STEP_FIELD'; stepId: number; question: string; field: string; before: unknown; after: unknown }
  | {
      kind: 'OPTION_FIELD';
      stepId: number;
      question: string;
      option: string;
      optionKey: string;
      field: string;
      before: unknown;
      after: unknown;
    }
  | { kind: 'STEPS_ORDER'; before: string[]; after: string[] }
  | { kind: 'OPTIONS_ORDER'; stepId: number; question: string; before: string[]; after: string[] };

/** A text in the reader's language, or else in any that there is. */
const toLocalText = (text: LocalizedText, language: string): string => localize(text, language, language) ?? '';

const getTitle = (step: Step, language: string): string =>
  toLocalText(step.title, language) || step.key || String(step.id);
const getCaption = (option: Option, language: string): string => toLocalText(option.caption, language) || option.key;
const byOrder = <T extends { orderNumber: number }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => a.orderNumber - b.orderNumber);

/**
 * What differs between two questionnaires: renamed options and replaced questions are recognized by the former keys and ids that they
 * list. Texts are those of `after` where a question is in both.
 */
export function compareSteps(before: readonly Step[], after: readonly Step[], language: string): StepChange[] {
  const [was, is] = [byOrder(before), byOrder(after)];
  const changes: StepChange[] = [];
  const replaced = new Set<number>();
  for (const step of is) {
    const same = was.find(({ id }) => id === step.id);
    const former = same ?? was.find(({ id }) => step.formerIds.includes(id) && !is.some((each) => each.id === id));
    const question = getTitle(step, language);
    if (!former) changes.push({ kind: 'STEP_ADDED', stepId: step.id, question });
    else {
      if (!same) {
        replaced.add(former.id);
        changes.push({ kind: 'STEP_REPLACED', stepId: step.id, question, formerly: getTitle(former, language) });
      }
      changes.push(...compareStep(former, step, question, language));
    }
  }
  for (const step of was) {
    if (is.some(({ id }) => id === step.id) || replaced.has(step.id)) continue;
    changes.push({ kind: 'STEP_REMOVED', stepId: step.id, question: getTitle(step, language) });
  }
  const order = compareOrder(
    was,
    is,
    (step) => String(step.id),
    (step) => getTitle(step, language),
  );
  if (order) changes.push({ kind: 'STEPS_ORDER', ...order });
  return changes;
}

function compareStep(before: Step, after: Step, question: string, language: string): StepChange[] {
  const stepId = after.id;
  const changes: StepChange[] = compareFields(before, after).map((difference) => ({
    kind: 'STEP_FIELD',
    stepId,
    question,
    ...difference,
  }));
  const [was, is] = [byOrder(before.selections), byOrder(after.selections)];
  const found = new Map<string, string>();
  for (const option of is) {
    const same = was.find(({ key }) => key === option.key);
    const former =
      same ?? was.find(({ key }) => option.formerKeys.includes(key) && !is.some((each) => each.key === key));
    const caption = getCaption(option, language);
    if (!former) {
      changes.push({ kind: 'OPTION_ADDED', stepId, question, option: caption, optionKey: option.key });
      continue;
    }
    found.set(former.key, option.key);
    if (!same)
      changes.push({
        kind: 'OPTION_RENAMED',
        stepId,
        question,
        option: caption,
        optionKey: option.key,
        before: former.key,
        after: option.key,
      });
    changes.push(
      ...compareFields(former, option).map(
        (difference): StepChange => ({
          kind: 'OPTION_FIELD',
          stepId,
          question,
          option: caption,
          optionKey: option.key,
          ...difference,
        }),
      ),
    );
  }
  for (const option of was) {
    if (!found.has(option.key))
      changes.push({
        kind: 'OPTION_REMOVED',
        stepId,
        question,
        option: getCaption(option, language),
        optionKey: option.key,
      });
  }
  const toKey = (option: Option) => found.get(option.key) ?? option.key;
  const order = compareOrder(
    was,
    is,
    (option) => (was.includes(option) ? toKey(option) : option.key),
    (option) => getCaption(option, language),
  );
  if (order) changes.push({ kind: 'OPTIONS_ORDER', stepId, question, ...order });
  return changes;
}

/** Named by other kinds of changes. */
const OWN_KINDS = new Set(['id', 'orderNumber', 'selections', 'formerIds', 'formerKeys', 'showWhen']);

/** Fields of a step or an option that differ, each with its value before and after; parts of `tags` and `settings` by their own names. */
function compareFields(
  before: Step | Option,
  after: Step | Option,
): { field: string; before: unknown; after: unknown }[] {
  const isOption = !('id' in after);
  const rest = (value: Step | Option) =>
    Object.fromEntries(
      Object.entries(withSwatches(value)).filter(
        ([name, each]) => !OWN_KINDS.has(name) && !(isOption && name === 'key') && each !== undefined,
      ),
    );
  const differences: Difference[] = compareValues(rest(before), rest(after));
  // A condition is one whole: a part of it says nothing.
  const [shownBefore, shownAfter] = [getCondition(before), getCondition(after)];
  if (toText(shownBefore) !== toText(shownAfter)) {
    differences.push({ path: ['showWhen'], before: shownBefore, after: shownAfter });
  }
  return differences.map(({ path, before: was, after: is }) => ({
    field: path.filter((name) => name !== ORDER).join('.'),
    before: was,
    after: is,
  }));
}

const getCondition = (value: Step | Option) => ('showWhen' in value ? value.showWhen : null);

/** Colors are named one by one, also where there were none. */
const withSwatches = (value: Step | Option): Step | Option =>
  'settings' in value ? { ...value, settings: { swatches: {}, ...value.settings } } : value;

function compareOrder<T>(
  before: readonly T[],
  after: readonly T[],
  toKey: (item: T) => string,
  toName: (item: T) => string,
) {
  const [keysBefore, keysAfter] = [before.map(toKey), after.map(toKey)];
  const was = before.filter((item) => keysAfter.includes(toKey(item)));
  const is = after.filter((item) => keysBefore.includes(toKey(item)));
  if (toText(was.map(toKey)) === toText(is.map(toKey))) return undefined;
  return { before: was.map(toName), after: is.map(toName) };
}
