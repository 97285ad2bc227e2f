import { normalizeTag } from '@svc/domain';
import type { GridModel } from '../grid/grid-model.js';

/**
 * Columns of the list that is downloaded: a row for each product and variant, with the tags that the merchant added to it. `was` repeats
 * them, so that an import notices what has changed since; `catalog` is for reading only. docs/dashboard.md Y80.
 */
const COLUMNS = ['kind', 'id', 'product', 'name', 'tags', 'was', 'catalog'] as const;

/** Between the tags of a cell. */
const SEPARATOR = ';';

/** A list has no place for a tag that contains the separator. */
export const isListable = (tag: string): boolean => !tag.includes(SEPARATOR);

/** @param rows - of the model, in the order of the list. */
export function writeTagList(model: GridModel, rows: readonly number[]): string[][] {
  const columns = [...model.tags.keys()].filter((column) => isListable(model.tags[column] ?? ''));
  const join = (has: (column: number) => boolean) =>
    columns
      .filter(has)
      .map((column) => model.tags[column])
      .join(`${SEPARATOR} `);
  return [
    [...COLUMNS],
    ...rows.map((row) => {
      const added = join((column) => model.isAdded(row, column));
      return [
        model.kindOf(row),
        model.ids[row] ?? '',
        model.ids[model.productRow[row] ?? -1] ?? '',
        model.names[row] ?? '',
        added,
        added,
        join((column) => model.isInCatalog(row, column)),
      ];
    }),
  ];
}

/** Where a table has the columns of a list, from 0. */
export interface ListHeader {
  id: number;
  tags: number;
  kind: number | undefined;
  was: number | undefined;
  /** Columns that are not read. */
  others: number[];
}

/** @returns undefined for a table that is no list. */
export function readListHeader(header: readonly string[]): ListHeader | undefined {
  const names = header.map((name) => name.trim().toLowerCase());
  const find = (name: (typeof COLUMNS)[number]) => (names.includes(name) ? names.indexOf(name) : undefined);
  const tags = find('tags');
  if (tags === undefined) return undefined;
  const id = find('id') ?? 0;
  if (id === tags) return undefined;
  const known = new Set<string>(COLUMNS);
  const isOther = (column: number) => column !== id && (!known.has(names[column] ?? '') || isTwice(names, column));
  return { id, tags, kind: find('kind'), was: find('was'), others: [...names.keys()].filter(isOther) };
}

const isTwice = (names: readonly string[], column: number) => names.indexOf(names[column] ?? '') !== column;

/** The tags of a cell: `a; b; c`, as columns of the grid. */
export function readTags(model: GridModel, cell: string): { columns: Set<number>; unknown: string[] } {
  const columns = new Set<number>();
  const unknown: string[] = [];
  for (const part of cell.split(SEPARATOR)) {
    const text = part.trim();
    if (text === '') continue;
    const column = model.findColumn(text) ?? model.findColumn(normalizeTag(text) ?? '');
    if (column === undefined) unknown.push(text);
    else columns.add(column);
  }
  return { columns, unknown };
}
