import type { FeedFormatName, NativeColumn } from '@svc/domain';
import type { FeedHeader } from '../feed-header.js';
import type { NativeIndex } from '../native-columns.js';

export type FormatName = Exclude<FeedFormatName, 'auto'>;

/**
 * A format of catalog files: knows its header, and says of each row what a native one would hold. The values themselves are
 * checked by the reader of native rows, so that every format has the same rules and messages.
 */
export interface FeedFormat {
  name: FormatName;
  /** For messages and reports. */
  title: string;
  /** Columns without which a file is not of this format; of several in one entry, one is enough. */
  required: readonly (string | readonly string[])[];
  /** Whether a trimmed header name is a column of the format; the delimiter is found by it. */
  knows(name: string): boolean;
  /** Present when rows take texts over from the row of their product, wherever that stands. */
  inheritance?(header: FeedHeader): Inheritance;
  open(header: FeedHeader, parents: Parents): RowFormat;
}

/** How a format distinguishes the row of a product from those of its variants. */
export interface Inheritance {
  /** What other rows may call this row. */
  getKeys(fields: readonly string[]): string[];
  /** The key of the row's product; undefined: it belongs to no other row. */
  getParentKey(fields: readonly string[]): string | undefined;
}

/** Rows that others belong to, by each of their keys. */
export type Parents = ReadonlyMap<string, readonly string[]>;

/** Reads the rows of one file. */
export interface RowFormat {
  /** Where `cells` has the native columns. */
  index: NativeIndex;
  /** Names of the columns that native ones are read from, for reports. */
  getColumnName(column: NativeColumn): string;
  /** Whether a row without an address is rejected. Exports of some shops have none. */
  needsUrl: boolean;
  /** For the report. */
  notes: readonly string[];
  /** What turned out while the rows were read, for the report; asked for after the last one. */
  closingNotes?(): readonly string[];
  /** The row as native cells, read before the next call; null: no variant stands in it. */
  cells(fields: readonly string[]): readonly string[] | null;
}

/** A row that cannot be read, found before its cells are. */
export class UnreadableCell extends Error {
  constructor(
    readonly column: NativeColumn,
    /** Completes a sentence that starts with the column's name: "must have 1 to 255 characters". */
    readonly rule: string,
  ) {
    super(rule);
  }
}
