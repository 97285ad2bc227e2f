import { MAX_ECHOED_NAME_LENGTH, MAX_WARNINGS_PER_KIND } from '../limits.js';
import { ANSWER_FIELD_NAMES } from './answer-fields.js';
import { createWarnings, type Warnings } from './warnings.js';

/** The two create routes, which differ in the fields that they know. docs/contract.md C8.11. */
export type SubmissionRoute = 'v1' | 'legacy';

/** docs/contract.md C8.11. */
const V1_FIELDS = ['funnelId', 'createdWithVersionId'];

const KNOWN: Record<SubmissionRoute, ReadonlySet<string>> = {
  v1: new Set([...ANSWER_FIELD_NAMES, ...V1_FIELDS]),
  legacy: new Set(ANSWER_FIELD_NAMES),
};

/** Separates what the route reads from what it ignores; `ignored` is undefined when there is nothing of the kind. */
export function separateUnknownFields(
  body: Record<string, unknown>,
  route: SubmissionRoute,
): { known: Record<string, unknown>; ignored: Record<string, unknown> | undefined } {
  const fields = Object.entries(body);
  const ignored = fields.filter(([field]) => !KNOWN[route].has(field));
  if (ignored.length === 0) return { known: body, ignored: undefined };
  return {
    known: Object.fromEntries(fields.filter(([field]) => KNOWN[route].has(field))),
    ignored: Object.fromEntries(ignored),
  };
}

/** The warnings about fields that `separateUnknownFields` took out; the caller adds them to those of `readAnswers`. */
export function listIgnoredFieldWarnings(ignored: Record<string, unknown>): string[] {
  const warnings = createWarnings();
  warnAboutFields(ignored, Object.keys(ignored), warnings);
  return warnings.list();
}

/** Plain names only: an e-mail address or a telephone number as a field name is not repeated. */
const PLAIN_NAME = /^[a-z_][a-z0-9_.$-]*$/i;

/**
 * Warns about body fields that the route does not know; a name that is long or not plain text is not repeated. A field
 * that is null is missing. docs/contract.md C9.7, C8.12.
 */
export function warnAboutUnknownFields(
  body: Record<string, unknown>,
  route: SubmissionRoute,
  warnings: Warnings,
): void {
  const unknown = Object.keys(body).filter((field) => !KNOWN[route].has(field));
  warnAboutFields(body, unknown, warnings);
}

function warnAboutFields(body: Record<string, unknown>, fields: readonly string[], warnings: Warnings): void {
  const unknown = fields.filter((field) => body[field] !== null);
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
