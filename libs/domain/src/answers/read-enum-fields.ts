import type { MatchingAnswers } from './answers.js';
import { ENUM_FIELD_NAMES, ENUM_FIELDS, type EnumField, SKIN_COLORS } from './enums.js';
import type { Warnings } from './warnings.js';

export interface ReadEnumFields {
  values: Omit<MatchingAnswers, 'selectionValues'>;
  /** Fields that the body carries, usable or not: they are not also reported as missing. */
  sent: ReadonlySet<EnumField>;
}

/**
 * Reads the scalar answer fields: any letter case becomes upper case, `skinColor` also takes the integers 1–5
 * (FAIR … DEEP), anything else is dropped with a warning. docs/contract.md C8.2.
 */
export function readEnumFields(body: Record<string, unknown>, warnings: Warnings): ReadEnumFields {
  const values: Partial<Record<EnumField, string>> = {};
  const sent = new Set<EnumField>();
  for (const field of ENUM_FIELD_NAMES) {
    const given = body[field] ?? null;
    if (given === null) continue;
    sent.add(field);
    const value = readEnum(field, given);
    if (value !== undefined) values[field] = value;
    else warnings.add('answer fields', whyDropped(field, given));
  }
  return { values: values as ReadEnumFields['values'], sent };
}

function readEnum(field: EnumField, given: unknown): string | undefined {
  if (field === 'skinColor' && typeof given === 'number') return SKIN_COLORS[given - 1];
  if (typeof given !== 'string') return undefined;
  // ASCII first: toUpperCase() would turn "ı" into "I" and so accept what no enum lists.
  if (!/^[a-z0-9_]+$/i.test(given)) return undefined;
  const upper = given.toUpperCase();
  return (ENUM_FIELDS[field].values as readonly string[]).includes(upper) ? upper : undefined;
}

function whyDropped(field: EnumField, given: unknown): string {
  const allowed = ENUM_FIELDS[field].values.join(', ');
  if (typeof given === 'string') return `${field} has an unknown value and was dropped; allowed are ${allowed}.`;
  if (field === 'skinColor') return `skinColor was dropped: it is one of ${allowed}, or an integer from 1 to 5.`;
  return `${field} is not a string and was dropped; allowed are ${allowed}.`;
}
