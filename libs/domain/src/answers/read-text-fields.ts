import { MAX_CONSENT_VERSION_LENGTH, MAX_QUERY_STRING_LENGTH, MAX_TEXT_LENGTH } from '../limits.js';
import type { ContactAnswers, TrackingAnswers } from './answers.js';
import { SELFIE_SOURCES } from './enums.js';
import { isStorable } from './is-storable.js';
import { parseDateTime } from './parse-date-time.js';
import type { Warnings } from './warnings.js';

type Body = Record<string, unknown>;

const CONTACT_FIELDS = ['firstName', 'lastName', 'email'] as const;

export interface ReadContact {
  contact: ContactAnswers;
  /** True when a contact field was sent, usable or not: it is not also reported as missing. */
  sent: boolean;
}

/** Reads the contact fields; an empty string is the same as missing. Warnings never carry their content. */
export function readContact(body: Body, warnings: Warnings): ReadContact {
  const sent = CONTACT_FIELDS.some((field) => (body[field] ?? '') !== '');
  return { contact: readTexts(body, CONTACT_FIELDS, warnings), sent };
}

/** Reads what is stored for tracking only. */
export function readTracking(body: Body, warnings: Warnings): TrackingAnswers {
  const tracking: TrackingAnswers = {
    ...readTexts(body, ['source', 'selfieSource'], warnings),
    ...readTexts(body, ['selfieConsentVersion'], warnings, MAX_CONSENT_VERSION_LENGTH),
    ...readTexts(body, ['queryString'], warnings, MAX_QUERY_STRING_LENGTH),
    ...readStartedAt(body, warnings),
    ...readConsent(body, warnings),
  };
  if (tracking.selfieSource !== undefined) {
    const known = SELFIE_SOURCES.find((source) => source.toLowerCase() === tracking.selfieSource?.toLowerCase());
    if (known) tracking.selfieSource = known;
    else
      warnings.add('answer fields', `selfieSource is not one of ${SELFIE_SOURCES.join(', ')}; it was stored as given.`);
  }
  return tracking;
}

/** True when a selfie was sent. An empty one is missing, another type than a string is dropped with a warning. */
export function readSelfiePresence(body: Body, warnings: Warnings): boolean {
  const selfie = body.selfie ?? '';
  if (typeof selfie === 'string') return selfie !== '';
  warnings.add('answer fields', 'selfie is not a string (a data URL) and was dropped.');
  return false;
}

function readTexts<Field extends string>(
  body: Body,
  fields: readonly Field[],
  warnings: Warnings,
  maxLength = MAX_TEXT_LENGTH,
): Partial<Record<Field, string>> {
  const texts: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const given = body[field] ?? '';
    if (given === '') continue;
    if (typeof given !== 'string') warnings.add('answer fields', `${field} is not a string and was dropped.`);
    else if (given.length > maxLength)
      warnings.add('answer fields', `${field} is longer than ${maxLength} characters and was dropped.`);
    else if (!isStorable(given))
      warnings.add('answer fields', `${field} has characters that cannot be stored and was dropped.`);
    else texts[field] = given;
  }
  return texts;
}

function readStartedAt(body: Body, warnings: Warnings): Pick<TrackingAnswers, 'startedAt'> {
  const given = body.startedAt ?? '';
  if (given === '') return {};
  const startedAt = typeof given === 'string' ? parseDateTime(given) : null;
  if (startedAt !== null) return { startedAt };
  warnings.add('answer fields', 'startedAt is not an ISO 8601 date-time such as 2026-11-21T10:00:00Z and was dropped.');
  return {};
}

function readConsent(body: Body, warnings: Warnings): Pick<TrackingAnswers, 'selfieConsent'> {
  const given = body.selfieConsent ?? null;
  if (given === null) return {};
  if (typeof given === 'boolean') return { selfieConsent: given };
  warnings.add('answer fields', 'selfieConsent is not true or false and was dropped.');
  return {};
}
