import { ANSWER_FIELDS, type AnswerField, CONTACT_FIELDS, TRACKING_FIELDS } from './answer-fields.js';
import type { ContactAnswers, TrackingAnswers } from './answers.js';
import { isStorable } from './is-storable.js';
import { parseDateTime } from './parse-date-time.js';
import type { Warnings } from './warnings.js';

type Body = Record<string, unknown>;
type ValueField = Extract<AnswerField, { part: 'contact' | 'tracking' }>;

export interface ReadContact {
  contact: ContactAnswers;
  /** True when a contact field was sent, usable or not: it is not also reported as missing. */
  sent: boolean;
}

/** Reads the contact fields; an empty string is the same as missing. Warnings never carry their content. */
export function readContact(body: Body, warnings: Warnings): ReadContact {
  const sent = CONTACT_FIELDS.some((field) => (body[field] ?? '') !== '');
  return { contact: readFields(body, CONTACT_FIELDS, warnings) as ContactAnswers, sent };
}

/** Reads what is stored for tracking only. */
export function readTracking(body: Body, warnings: Warnings): TrackingAnswers {
  return readFields(body, TRACKING_FIELDS, warnings) as TrackingAnswers;
}

/** True when a selfie was sent. An empty one is missing, another type than a string is dropped with a warning. */
export function readSelfiePresence(body: Body, warnings: Warnings): boolean {
  const selfie = body.selfie ?? '';
  if (typeof selfie === 'string') return selfie !== '';
  warnings.add('answer fields', 'selfie is not a string (a data URL) and was dropped.');
  return false;
}

function readFields(
  body: Body,
  fields: readonly (keyof ContactAnswers | keyof TrackingAnswers)[],
  warnings: Warnings,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const row: ValueField = ANSWER_FIELDS[field];
    const given = body[field] ?? null;
    if (given === null || (given === '' && row.kind !== 'boolean')) continue;
    const problem = toProblem(given, row);
    if (problem !== undefined) {
      warnings.add('answer fields', `${field} ${problem} and was dropped.`);
      continue;
    }
    values[field] = toValue(given, row);
    if ('known' in row && row.known && !row.known.includes(values[field] as string)) {
      warnings.add('answer fields', `${field} is not one of ${row.known.join(', ')}; it was stored as given.`);
    }
  }
  return values;
}

/** Why a value cannot be stored, as the middle of a sentence. */
function toProblem(given: unknown, row: ValueField): string | undefined {
  if (row.kind === 'boolean') return typeof given === 'boolean' ? undefined : 'is not true or false';
  if (row.kind === 'dateTime') {
    const isTime = typeof given === 'string' && parseDateTime(given) !== null;
    return isTime ? undefined : 'is not an ISO 8601 date-time such as 2026-11-21T10:00:00Z';
  }
  if (typeof given !== 'string') return 'is not a string';
  if (given.length > row.maxLength) return `is longer than ${row.maxLength} characters`;
  return isStorable(given) ? undefined : 'has characters that cannot be stored';
}

/** Known values are stored in their own letter case, times in UTC. */
function toValue(given: unknown, row: ValueField): unknown {
  if (row.kind === 'dateTime') return parseDateTime(given as string);
  if (!('known' in row) || !row.known) return given;
  const lower = (given as string).toLowerCase();
  return row.known.find((known) => known.toLowerCase() === lower) ?? given;
}
