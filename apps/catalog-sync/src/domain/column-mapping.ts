import type { Feed } from '@svc/domain';

/** The names of a format's columns in the files of a company. docs/catalog.md "The native CSV file". */
export interface ColumnMapping {
  /** The format whose columns are mapped; `auto`: found from the mapped header. */
  format: Feed['format'];
  /** By column of the format: a column of the file, or a text such as `https://shop.example/p/{Slug}`. */
  columns: Record<string, string>;
}
