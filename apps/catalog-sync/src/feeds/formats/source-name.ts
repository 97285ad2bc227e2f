import type { NativeColumn } from '@svc/domain';
import type { FeedHeader } from '../feed-header.js';

/** Columns of a format in one file. */
interface Columns<Column extends string> {
  /** The column that a native one is read from. */
  sources: Partial<Record<NativeColumn, Column>>;
  /** Their places in the file; −1: it does not have the column. */
  at: Readonly<Record<Column, number>>;
  header: FeedHeader;
}

/** The name, as the file has it, of the column that a native one is read from. */
export function getSourceName<Column extends string>(
  column: NativeColumn,
  { sources, at, header }: Columns<Column>,
): string {
  const source = sources[column];
  return source === undefined ? column : (header.names[at[source]] ?? source);
}
