import {
  type Condition,
  type ConditionFacts,
  type ConditionLeaf,
  type EnumField,
  evaluate,
  hasLeaf,
  normalizeKey,
} from '@svc/domain';
import { type Dimension, HIDDEN, isStep, type Questionnaire, toEnumValue } from './check-dimensions.js';

/** Work that pauses regularly, so that the caller can run other tasks in between. */
export type Paused<T> = Generator<undefined, T, undefined>;

/** The answers so far on a path and the steps that they show. */
export class Walk {
  readonly #chosen = new Map<number, ReadonlySet<string>>();
  readonly #fields = new Map<EnumField, string>();
  #colorType: string | undefined;

  constructor(readonly questionnaire: Questionnaire) {}

  /** Whether the step is shown after these answers. */
  shows({ step }: Dimension): boolean {
    return !step?.step.showWhen || this.holds(step.step.showWhen);
  }

  holds(condition: Condition): boolean {
    const facts: ConditionFacts = { chosen: this.#chosen, fields: this.#fields };
    return evaluate(condition, this.#colorType === undefined ? facts : { ...facts, colorType: this.#colorType });
  }

  /** Sets an answer, or removes it with `HIDDEN`. */
  answer({ step, choices }: Dimension, choice: number): void {
    const given = choice === HIDDEN ? undefined : choices[choice];
    if (!step) {
      this.#colorType = given?.keys ? normalizeKey(given.chosen[0]!) : undefined;
      return;
    }
    const { id } = step.step;
    if (given?.keys) this.#chosen.set(id, given.keys);
    else this.#chosen.delete(id);
    if (!step.field) return;
    const value = given?.keys ? toEnumValue(step.field, given) : undefined;
    if (value !== undefined) this.#fields.set(step.field, normalizeKey(value));
    else this.#fields.delete(step.field);
  }
}

/** Numbers of the dimensions that determine these conditions, and of those that determine whether these are shown, ascending. */
export function deciders(
  { dimensions }: Questionnaire,
  from: { conditions: readonly Condition[]; dimensions: readonly number[] },
): number[] {
  const found = new Set<number>();
  const open: Condition[] = [...from.conditions];
  const add = (at: number) => {
    if (found.has(at)) return;
    found.add(at);
    const showWhen = dimensions[at]!.step?.step.showWhen;
    if (showWhen) open.push(showWhen);
  };
  for (const at of from.dimensions) add(at);
  for (let condition = open.pop(); condition; condition = open.pop()) {
    for (const [at, dimension] of dimensions.entries()) {
      if (hasLeaf(condition, (part) => refersTo(part, dimension))) add(at);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Whether a part of a condition refers to this dimension. */
export const refersTo = (part: ConditionLeaf, { step }: Dimension): boolean =>
  step ? isStep(part, step.step.id, step.field) : 'colorType' in part;
