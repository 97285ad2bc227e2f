import type { Feed } from './blueprint.js';

/** What a company's files call the columns of a format. docs/catalog.md "The native CSV file". */
export interface ColumnMapping {
  /** The format whose columns are mapped; `auto`: found from the mapped header. */
  format: Feed['format'];
  /** By column of the format: a column of the file, or a text such as `https://shop.example/p/{Slug}`. */
  columns: Record<string, string>;
}
