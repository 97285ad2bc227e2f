import type { MatchingAnswers } from './answers.js';
import type { Condition } from './conditions.js';
import { ENUM_FIELD_NAMES, ENUM_FIELDS, type EnumField } from './enums.js';
import { findSelection, normalizeKey } from './option-keys.js';
import type { Step } from './steps.js';

/** What a condition is asked about. All keys and values are in lower case. */
export interface ConditionFacts {
  /** Chosen keys by step id; a built-in step has its enum value. An entry means "answered", also an empty one. */
  chosen: ReadonlyMap<number, ReadonlySet<string>>;
  fields: ReadonlyMap<EnumField, string>;
  /** Absent: not known, so that no `colorType` condition holds. */
  colorType?: string;
}

/** Answers that are no matching answers: only their presence can be asked for (`answered`). */
export interface OtherFacts {
  colorType?: string | null;
  hasSelfie?: boolean;
  hasContact?: boolean;
}

/** The scalar field that a built-in step asks for; undefined for SELFIE, EMAIL and custom steps. */
export function enumFieldOf(step: Step): EnumField | undefined {
  return ENUM_FIELD_NAMES.find((field) => ENUM_FIELDS[field].stepType === step.type);
}

/**
 * What was chosen in one step, in lower case; undefined when it is not answered. A key that the step does not have is no
 * answer; a single-selection step has its first row.
 * SELFIE and EMAIL have no options: answered, they give an empty set.
 */
export function chosenIn(
  step: Step,
  answers: MatchingAnswers,
  others: OtherFacts = {},
): ReadonlySet<string> | undefined {
  if (step.type === 'SELFIE') return others.hasSelfie ? new Set() : undefined;
  if (step.type === 'EMAIL') return others.hasContact ? new Set() : undefined;
  const field = enumFieldOf(step);
  if (field) {
    const value = answers[field];
    return value === undefined ? undefined : new Set([normalizeKey(value)]);
  }
  const rows = answers.selectionValues.filter((row) => row.stepId === step.id && findSelection(step, row.selectedKey));
  if (rows.length === 0) return undefined;
  const counted = step.type === 'SINGLE_SELECTION' ? rows.slice(0, 1) : rows;
  return new Set(counted.map((row) => normalizeKey(row.selectedKey)));
}

/** Facts of all answers to the given steps; call it with effective answers and the steps of their version. */
export function conditionFacts(
  answers: MatchingAnswers,
  steps: readonly Step[],
  others: OtherFacts = {},
): ConditionFacts {
  const chosen = new Map<number, ReadonlySet<string>>();
  for (const step of steps) {
    const keys = chosenIn(step, answers, others);
    if (keys) chosen.set(step.id, keys);
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
 * unanswered step or field is in no list. Matching, "Conditions".
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
