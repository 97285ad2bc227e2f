import { type Condition, visitLeaves } from '@svc/domain';
import { HIDDEN, type Questionnaire } from './check-dimensions.js';
import { deciders, refersTo, Walk } from './check-walk.js';

/** Required choices and conditions of a path. */
export interface Goal {
  choices: ReadonlyMap<number, number>;
  conditions: readonly Condition[];
}

/** Maximum number of search steps. */
const MAX_TRIES = 4_000;

/**
 * Finds answers to the deciding steps that meet the goal, by dimension; answers to other steps cannot change that.
 * Null: there are none. `undecided`: the search reached its limit.
 */
export function findPath(questionnaire: Questionnaire, goal: Goal): Map<number, number> | null | 'undecided' {
  const { dimensions } = questionnaire;
  const { conditions, choices } = goal;
  const deciding = deciders(questionnaire, { conditions, dimensions: [...choices.keys()] });
  const orders = deciding.map((at) => choiceOrder(questionnaire, at, goal, deciding));
  const walk = new Walk(questionnaire);
  const found = new Map<number, number>();
  let tries = 0;

  function descend(depth: number): boolean {
    const at = deciding[depth];
    if (at === undefined) return conditions.every((condition) => walk.holds(condition));
    const dimension = dimensions[at]!;
    const shown = walk.shows(dimension);
    if (!shown && choices.has(at)) return false;
    for (const choice of shown ? orders[depth]! : [HIDDEN]) {
      tries += 1;
      if (tries > MAX_TRIES) return false;
      walk.answer(dimension, choice);
      found.set(at, choice);
      if (descend(depth + 1)) return true;
      walk.answer(dimension, HIDDEN);
      found.delete(at);
    }
    return false;
  }

  if (descend(0)) return found;
  return tries > MAX_TRIES ? 'undecided' : null;
}

/** The choice that the goal requires; otherwise all choices, starting with those named in its conditions, which most likely meet it. */
function choiceOrder(questionnaire: Questionnaire, at: number, goal: Goal, deciding: readonly number[]): number[] {
  const wanted = goal.choices.get(at);
  if (wanted !== undefined) return [wanted];
  const { dimensions } = questionnaire;
  const dimension = dimensions[at]!;
  const conditions = [...goal.conditions, ...deciding.flatMap((other) => dimensions[other]!.step?.step.showWhen ?? [])];
  const named = new Set<string>();
  for (const condition of conditions) {
    visitLeaves(condition, (part) => {
      const keys = 'in' in part ? part.in : 'colorType' in part ? part.colorType : [];
      if (refersTo(part, dimension)) for (const key of keys) named.add(key.toLowerCase());
    });
  }
  const isNamed = (choice: number) => [...(dimension.choices[choice]!.keys ?? [])].some((key) => named.has(key));
  const all = [...dimension.choices.keys()];
  return [...all.filter(isNamed), ...all.filter((choice) => !isNamed(choice))];
}
