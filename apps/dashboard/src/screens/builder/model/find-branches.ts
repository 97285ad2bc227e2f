import { type Condition, evaluate, getFieldOfType, normalizeKey, stepKind, visitLeaves } from '@svc/domain';
import type { Step } from '../../../shared/edit/model/steps.js';
import type { Path } from './preview-answers.js';

/** What the conditions of a questionnaire make of one question. */
export interface Branch {
  step: Step;
  /** The questions before it that its condition names, in order. */
  dependsOn: Step[];
  /** The questions whose condition names it, in order. */
  decidesAbout: Step[];
  /** Whether some answers show it; null: there are too many combinations to find out. */
  isReachable: boolean | null;
}

/** From this many questions on, the list is easier to read than the graph. */
const MANY_STEPS = 60;

/** Whether the list comes before the graph. docs/dashboard.md Y20.4. */
export const hasManySteps = (steps: readonly Step[]): boolean => steps.length >= MANY_STEPS;

/** Combinations of answers that are tried for one question. */
const MAX_TRIED = 20_000;

/** What follows from the conditions: which question depends on which, and which no shopper can see. docs/dashboard.md Y20. */
export function findBranches(steps: readonly Step[]): Branch[] {
  const asked = new Map(steps.map((step) => [step.id, listAsked(step, steps)]));
  return steps.map((step, index) => ({
    step,
    dependsOn: steps.slice(0, index).filter(({ id }) => asked.get(step.id)?.has(id)),
    decidesAbout: steps.slice(index + 1).filter(({ id }) => asked.get(id)?.has(step.id)),
    isReachable: isFound(findPath(step, steps.slice(0, index), asked)),
  }));
}

/** Whether some answers show one question; null: there are too many combinations to find out. */
export const isStepReachable = (steps: readonly Step[], id: number): boolean | null =>
  isFound(findPathTo(steps, id, new Map()));

/**
 * Answers to the questions that decide about one question, with which it is shown; undefined: no answers show it, null: there are too many
 * combinations to find out.
 * @param preferred - answers that stay where the question is shown with them.
 */
export function findPathTo(steps: readonly Step[], id: number, preferred: Path): Path | undefined | null {
  const index = steps.findIndex((step) => step.id === id);
  const target = steps[index];
  const asked = new Map(steps.map((step) => [step.id, listAsked(step, steps)]));
  return target ? findPath(target, steps.slice(0, index), asked, preferred) : new Map();
}

const isFound = (path: Path | undefined | null): boolean | null => (path === null ? null : path !== undefined);

/** Ids of the questions that a condition names. */
function listAsked({ showWhen }: Step, steps: readonly Step[]): Set<number> {
  const ids = new Set<number>();
  if (showWhen === null) return ids;
  visitLeaves(showWhen, (leaf) => {
    if ('step' in leaf) ids.add(leaf.step);
    const field = 'field' in leaf ? leaf.field : undefined;
    if (field !== undefined) for (const { id, type } of steps) if (getFieldOfType(type) === field) ids.add(id);
  });
  return ids;
}

type Facts = Parameters<typeof evaluate>[1];

/** Tries the answers to the questions that decide about it, in their order. A required question is answered. */
function findPath(
  target: Step,
  before: readonly Step[],
  asked: ReadonlyMap<number, Set<number>>,
  preferred: Path = new Map(),
): Path | undefined | null {
  if (target.showWhen === null) return new Map();
  const needed = new Set<number>(asked.get(target.id));
  const decisive = [...before]
    .reverse()
    .filter(({ id }) => {
      if (needed.has(id)) for (const each of asked.get(id) ?? []) needed.add(each);
      return needed.has(id);
    })
    .reverse();
  const conditions = [...decisive, target].flatMap(({ showWhen }) => (showWhen === null ? [] : [showWhen]));
  const choices = new Map(
    decisive.map((step) => [step.id, preferChoice(listChoices(step, conditions), preferred.get(step.id))]),
  );
  const facts = { chosen: new Map<number, ReadonlySet<string>>(), fields: new Map<string, string>() };
  let tried = 0;
  const walk = (index: number): boolean | null => {
    if (++tried > MAX_TRIED) return null;
    const step = decisive[index];
    if (!step) return holds(target.showWhen, facts as Facts);
    const isShown = holds(step.showWhen, facts as Facts);
    const field = getFieldOfType(step.type);
    for (const keys of isShown ? (choices.get(step.id) ?? [undefined]) : [undefined]) {
      if (keys) facts.chosen.set(step.id, new Set(keys));
      else facts.chosen.delete(step.id);
      if (field && keys?.[0] !== undefined) facts.fields.set(field, keys[0]);
      else if (field) facts.fields.delete(field);
      const found = walk(index + 1);
      if (found !== false) return found;
    }
    facts.chosen.delete(step.id);
    if (field) facts.fields.delete(field);
    return false;
  };
  const found = walk(0);
  if (found === null) return null;
  return found ? new Map(decisive.map(({ id }) => [id, toKeys(facts.chosen.get(id))])) : undefined;
}

const toKeys = (keys: ReadonlySet<string> | undefined) => keys && [...keys];

/** The choices, first the one that is preferred. */
function preferChoice(choices: (readonly string[] | undefined)[], preferred: readonly string[] | undefined) {
  return preferred && preferred.length > 0 ? [preferred, ...choices] : choices;
}

const holds = (condition: Condition | null, facts: Facts): boolean => condition === null || evaluate(condition, facts);

/** Answers of a question that conditions distinguish; undefined: no answer. */
function listChoices(step: Step, conditions: readonly Condition[]): (string[] | undefined)[] {
  const kind = stepKind(step.type);
  // A picture or an address can always be left out: a condition that depends on it is tried both ways.
  if (kind === 'selfie' || kind === 'contact') return [undefined, []];
  const named = new Set<string>();
  const field = getFieldOfType(step.type);
  for (const condition of conditions) {
    visitLeaves(condition, (leaf) => {
      const keys =
        'field' in leaf
          ? leaf.field === field
            ? leaf.in
            : []
          : 'step' in leaf && leaf.step === step.id && 'in' in leaf
            ? leaf.in
            : [];
      for (const key of keys) named.add(normalizeKey(key));
    });
  }
  const keys = step.selections.map(({ key }) => normalizeKey(key));
  const told = keys.filter((key) => named.has(key));
  // All answers that no condition names do the same.
  const other = keys.filter((key) => !named.has(key)).slice(0, 1);
  const none = step.required && keys.length > 0 ? [] : [undefined];
  if (kind === 'single') return [...[...told, ...other].map((key) => [key]), ...none];
  const most = typeof step.settings.maxSelections === 'number' ? step.settings.maxSelections : keys.length;
  return [...listSubsets([...told, ...other], most), ...none];
}

/** Choices of at least one and at most so many, small ones first; no more than are tried. */
function listSubsets(keys: readonly string[], most: number): string[][] {
  let last: string[][] = keys.map((key) => [key]);
  const all = [...last];
  for (let size = 2; size <= Math.min(most, keys.length) && all.length <= MAX_TRIED; size++) {
    last = last.flatMap((subset) =>
      keys.slice(keys.indexOf(subset.at(-1) as string) + 1).map((key) => [...subset, key]),
    );
    all.push(...last);
  }
  return all;
}
