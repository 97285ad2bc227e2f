import type { MatchingAnswers } from '../answers/answers.js';
import { type AnswerPresence, chosenKeys } from '../answers/chosen-keys.js';
import { ENUM_FIELD_NAMES, type EnumField } from '../answers/enums.js';
import { normalizeKey } from '../answers/option-keys.js';
import type { Condition } from './conditions.js';
import { toIndex, type VersionSteps } from './step-index.js';

/** What a condition is asked about. All keys and values are in lower case. */
export interface ConditionFacts {
  /** Chosen keys by step id; a built-in step has its enum value. An entry means "answered", also an empty one. */
  chosen: ReadonlyMap<number, ReadonlySet<string>>;
  fields: ReadonlyMap<EnumField, string>;
  /** Absent: not known, so that no `colorType` condition holds. */
  colorType?: string;
}

/** Facts of all answers to the given steps; call it with effective answers and the steps of their version. */
export function conditionFacts(
  answers: MatchingAnswers,
  steps: VersionSteps,
  others: AnswerPresence = {},
): ConditionFacts {
  const chosenIn = chosenKeys(answers, others);
  const chosen = new Map<number, ReadonlySet<string>>();
  for (const indexed of toIndex(steps).ordered) {
    const keys = chosenIn(indexed);
    if (keys) chosen.set(indexed.step.id, keys);
  }
  const fields = new Map<EnumField, string>();
  for (const field of ENUM_FIELD_NAMES) {
    const value = answers[field];
    if (value !== undefined) fields.set(field, normalizeKey(value));
  }
  return others.colorType ? { chosen, fields, colorType: normalizeKey(others.colorType) } : { chosen, fields };
}

/**
 * Decides a condition. Keys and values compare without regard to case. Empty `all` holds, empty `any` does not; an
 * unanswered step or field is in no list. docs/matching.md M3.
 */
export function evaluate(condition: Condition, facts: ConditionFacts): boolean {
  if ('all' in condition) return condition.all.every((part) => evaluate(part, facts));
  if ('any' in condition) return condition.any.some((part) => evaluate(part, facts));
  if ('not' in condition) return !evaluate(condition.not, facts);
  if ('answered' in condition) return facts.chosen.has(condition.step);
  if ('step' in condition) {
    const chosen = facts.chosen.get(condition.step);
    return chosen !== undefined && condition.in.some((key) => chosen.has(normalizeKey(key)));
  }
  if ('field' in condition) return includes(condition.in, facts.fields.get(condition.field));
  return includes(condition.colorType, facts.colorType);
}

const includes = (listed: readonly string[], value: string | undefined): boolean =>
  value !== undefined && listed.some((entry) => normalizeKey(entry) === value);
