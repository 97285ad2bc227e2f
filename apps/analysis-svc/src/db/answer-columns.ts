import {
  ANSWER_FIELDS,
  CONTACT_FIELDS,
  type ContactField,
  TRACKING_FIELDS,
  type TrackingField,
  type TrackingValue,
} from '@svc/domain';

/** Tracking fields as the database returns them. */
export type TrackingColumns = {
  [Field in TrackingField]: (Field extends 'startedAt' ? Date : TrackingValue<Field>) | null;
};
export type ContactColumns = { [Field in ContactField]: string | null };

/** Types of PostgreSQL by the kind of a field. */
const TYPES = { text: 'text', boolean: 'boolean', dateTime: 'timestamptz' } as const;

/** The column of a contact or tracking field: its name in snake case. */
const toColumn = (field: ContactField | TrackingField): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const toSelectItem = (field: ContactField | TrackingField): string => `${toColumn(field)} as "${field}"`;

/** Select lists of `ContactColumns` and `TrackingColumns`. */
export const CONTACT_SELECT = CONTACT_FIELDS.map(toSelectItem).join(', ');
export const TRACKING_SELECT = TRACKING_FIELDS.map(toSelectItem).join(', ');

/** Columns of `analyses` that hold one contact or tracking field each, and their types. */
export const ANSWER_COLUMNS = [...CONTACT_FIELDS, ...TRACKING_FIELDS].map((field) => ({
  field,
  column: toColumn(field),
  type: TYPES[ANSWER_FIELDS[field].kind],
}));
