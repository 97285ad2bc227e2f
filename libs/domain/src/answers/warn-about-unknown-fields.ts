import { MAX_ECHOED_NAME_LENGTH, MAX_WARNINGS_PER_KIND } from '../limits.js';
import { ENUM_FIELD_NAMES } from './enums.js';
import type { Warnings } from './warnings.js';

/** The two create routes, which differ in the fields that they know. Spec, "v1 adds". */
export type SubmissionRoute = 'v1' | 'legacy';

/** Spec, "Analysis answer fields"; the consent fields are additive. */
const ANSWER_FIELDS = [
  'firstName',
  'lastName',
  'email',
  ...ENUM_FIELD_NAMES,
  'selfie',
  'selfieSource',
  'selfieConsent',
  'selfieConsentVersion',
  'selectionValues',
  'startedAt',
  'source',
  'queryString',
];
/** Spec, "v1 adds". */
const V1_FIELDS = ['funnelId', 'createdWithVersionId'];

const KNOWN: Record<SubmissionRoute, ReadonlySet<string>> = {
  v1: new Set([...ANSWER_FIELDS, ...V1_FIELDS]),
  legacy: new Set(ANSWER_FIELDS),
};

/** Plain names only: an e-mail address or a telephone number as a field name is not repeated. */
const PLAIN_NAME = /^[a-z_][a-z0-9_.$-]*$/i;

/**
 * Warns about body fields that the route does not know; a name that is long or not plain text is not repeated. A field
 * that is null is missing. Contract, "POST analyses".
 */
export function warnAboutUnknownFields(
  body: Record<string, unknown>,
  route: SubmissionRoute,
  warnings: Warnings,
): void {
  const unknown = Object.keys(body).filter((field) => !KNOWN[route].has(field) && body[field] !== null);
  const [named, unnamed] = [unknown.filter(isRepeatable), unknown.filter((field) => !isRepeatable(field))];
  for (const field of named.slice(0, MAX_WARNINGS_PER_KIND)) {
    warnings.add('unknown fields', `${field} is not a known field and was ignored.`);
  }
  const others = named.length - MAX_WARNINGS_PER_KIND;
  if (others > 0) warnings.add('the rest', `… and ${others} more fields are not known and were ignored.`);
  if (unnamed.length === 1) warnings.add('the rest', `A field ${UNUSUAL} is not known and was ignored.`);
  else if (unnamed.length > 1)
    warnings.add('the rest', `${unnamed.length} fields ${UNUSUAL} are not known and were ignored.`);
}

const UNUSUAL = 'with a name too long or unusual to repeat here';
const isRepeatable = (field: string): boolean => field.length <= MAX_ECHOED_NAME_LENGTH && PLAIN_NAME.test(field);
