import { ImportFailure } from '../domain/import-failure.js';
import { quoted } from '../domain/import-report.js';

const REQUIRED = ['id', 'name', 'url'] as const;
const OPTIONAL = [
  'parentId',
  'price',
  'compareAtPrice',
  'currency',
  'availability',
  'vendor',
  'line',
  'packageSize',
  'unitPriceMeasurement',
  'coverImage',
  'shortDescription',
  'color',
  'tags',
] as const;
const COLUMNS = [...REQUIRED, ...OPTIONAL];
const COLUMN_OF_LOWER_CASE = new Map(COLUMNS.map((column) => [column.toLowerCase(), column]));

/** A column of the native format. Catalogue, "Native CSV". */
export type NativeColumn = (typeof COLUMNS)[number];

/** Where the native columns stand in a file. */
export interface NativeLayout {
  /** Index of each column that the file has. */
  indexes: ReadonlyMap<NativeColumn, number>;
  /** Header names as written, trimmed. */
  names: readonly string[];
}

/** Whether a trimmed header name is a column of the native format, in any letter case. */
export function isNativeColumn(name: string): boolean {
  return COLUMN_OF_LOWER_CASE.has(name.toLowerCase());
}

/**
 * Reads a native header; names match in any letter case, unknown ones are ignored with a note.
 * @throws ImportFailure on a missing required column and on a name that occurs twice.
 */
export function readNativeHeader(fields: readonly string[], note: (text: string) => void): NativeLayout {
  const names = fields.map((field) => field.replaceAll('\0', '').trim());
  const indexes = new Map<NativeColumn, number>();
  const seen = new Set<string>();
  const ignored: string[] = [];
  for (const [index, name] of names.entries()) {
    if (name === '') continue;
    const key = name.toLowerCase();
    if (seen.has(key))
      throw new ImportFailure(`The header names the column ${quoted(name)} twice; remove or rename one.`);
    seen.add(key);
    const column = COLUMN_OF_LOWER_CASE.get(key);
    if (column === undefined) ignored.push(quoted(name));
    else indexes.set(column, index);
  }
  const missing = REQUIRED.filter((column) => !indexes.has(column));
  if (missing.length > 0) {
    throw new ImportFailure(
      `The header lacks the required column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}; ` +
        `it must name id, name and url, separated by ";", ",", tab or "|".`,
    );
  }
  if (ignored.length > 0) {
    const listed = ignored.slice(0, 10).join(', ');
    const more = ignored.length > 10 ? ` and ${ignored.length - 10} more` : '';
    note(`Columns that are not part of the format were ignored: ${listed}${more}.`);
  }
  return { indexes, names };
}
