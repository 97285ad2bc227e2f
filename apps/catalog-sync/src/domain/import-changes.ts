/** Why a change is listed before the others: the price changes by more than half, or the image is gone. */
export type ChangeConcern = 'PRICE' | 'IMAGE';

/** How many products or variants change in a field. */
export interface FieldChanges {
  product: boolean;
  /** As lists of products name it: `price`, `imageUrl`. */
  field: string;
  count: number;
}

/** One field of one product or variant. */
export interface ChangedField {
  product: boolean;
  id: string;
  name: string;
  field: string;
  /** At most `MAX_SHOWN_TEXT` characters; null: the field is empty. */
  before: string | null;
  after: string | null;
  concern: ChangeConcern | null;
}

/** A variant of the catalog in force that a file does not name. */
export interface RemovedVariant {
  id: string;
  name: string;
  productId: string;
  productName: string;
}

/** What a file changes in the catalog that was in force when it was compared. */
export interface ImportChanges {
  fields: FieldChanges[];
  changes: ChangedField[];
  removed: RemovedVariant[];
}

export const NO_CHANGES: Readonly<ImportChanges> = { fields: [], changes: [], removed: [] };

/** Changes, and removed variants, that a run lists; the others are only counted. */
export const MAX_LISTED_CHANGES = 200;
/** Characters of a value that are kept. */
export const MAX_SHOWN_TEXT = 300;
