import { MAX_CONSENT_VERSION_LENGTH, MAX_QUERY_STRING_LENGTH, MAX_TEXT_LENGTH } from '../limits.js';
import { ENUM_FIELDS, SELFIE_SOURCES } from './enums.js';

/**
 * A field of a submission. `part`: what it is stored with; `matching` answers enter matching, `contact` and `tracking` have a column
 * of their own in analysis-svc, named after the field. `kind`: how it is read, stored and documented.
 */
export type AnswerField =
  | { part: 'matching'; kind: 'enum'; values: readonly string[] }
  | { part: 'matching'; kind: 'selections'; description: string }
  | { part: 'contact'; kind: 'text'; maxLength: number }
  | { part: 'tracking'; kind: 'text'; maxLength: number; known?: readonly string[]; description?: string }
  | { part: 'tracking'; kind: 'boolean'; description: string }
  | { part: 'tracking'; kind: 'dateTime'; description: string }
  | { part: 'none'; kind: 'selfie'; description: string };

const TEXT = { kind: 'text', maxLength: MAX_TEXT_LENGTH } as const;

/**
 * Every answer field of both create routes: readers, known names, the OpenAPI schema and columns follow from it. docs/contract.md C8;
 * the consent fields are additive.
 */
export const ANSWER_FIELDS = {
  firstName: { part: 'contact', ...TEXT },
  lastName: { part: 'contact', ...TEXT },
  email: { part: 'contact', ...TEXT },
  hairColor: { part: 'matching', kind: 'enum', ...ENUM_FIELDS.hairColor },
  eyeColor: { part: 'matching', kind: 'enum', ...ENUM_FIELDS.eyeColor },
  skinColor: { part: 'matching', kind: 'enum', ...ENUM_FIELDS.skinColor },
  skinUndertone: { part: 'matching', kind: 'enum', ...ENUM_FIELDS.skinUndertone },
  ageRange: { part: 'matching', kind: 'enum', ...ENUM_FIELDS.ageRange },
  selfie: {
    part: 'none',
    kind: 'selfie',
    description: 'data:image/(jpeg|png|gif|webp);base64,<data>, at most 2 MiB decoded.',
  },
  selfieSource: {
    part: 'tracking',
    ...TEXT,
    known: SELFIE_SOURCES,
    description: `${SELFIE_SOURCES.join(' or ')}.`,
  },
  selfieConsent: {
    part: 'tracking',
    kind: 'boolean',
    description:
      'The visitor agreed to the analysis of the selfie. false: it is not analyzed; a company may require true.',
  },
  selfieConsentVersion: {
    part: 'tracking',
    kind: 'text',
    maxLength: MAX_CONSENT_VERSION_LENGTH,
    description: `Version of the text that the visitor agreed to, ${MAX_CONSENT_VERSION_LENGTH} characters at most.`,
  },
  selectionValues: {
    part: 'matching',
    kind: 'selections',
    description: 'One row per chosen option of custom steps.',
  },
  startedAt: { part: 'tracking', kind: 'dateTime', description: 'ISO 8601.' },
  source: { part: 'tracking', ...TEXT },
  queryString: { part: 'tracking', kind: 'text', maxLength: MAX_QUERY_STRING_LENGTH },
} as const satisfies Record<string, AnswerField>;

type Table = typeof ANSWER_FIELDS;
type FieldOf<Part extends AnswerField['part']> = {
  [Field in keyof Table]: Table[Field] extends { part: Part } ? Field : never;
}[keyof Table];

export type AnswerFieldName = keyof Table;
export type ContactField = FieldOf<'contact'>;
export type TrackingField = FieldOf<'tracking'>;
/** Times are ISO 8601 texts in UTC, `2026-11-21T10:00:00.000Z`. */
export type TrackingValue<Field extends TrackingField> = Table[Field] extends { kind: 'boolean' } ? boolean : string;

export const ANSWER_FIELD_NAMES = Object.keys(ANSWER_FIELDS) as AnswerFieldName[];
export const CONTACT_FIELDS = ANSWER_FIELD_NAMES.filter((field) => hasPart(field, 'contact')) as ContactField[];
export const TRACKING_FIELDS = ANSWER_FIELD_NAMES.filter((field) => hasPart(field, 'tracking')) as TrackingField[];

export function isContactField(value: unknown): value is ContactField {
  return (CONTACT_FIELDS as readonly unknown[]).includes(value);
}

function hasPart(field: AnswerFieldName, part: AnswerField['part']): boolean {
  return ANSWER_FIELDS[field].part === part;
}
