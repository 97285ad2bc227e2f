import { readCsvCell } from '@svc/domain';
import type { GridModel } from '../grid/grid-model.js';
import { isListable, type ListHeader, readListHeader, readTags } from './tag-list.js';

/**
 * A cell of a pasted table that is not taken over: its value is neither set nor empty, its row or column is not found, was there before
 * (`TWICE`) or is outside of the grid; its id was rounded by the spreadsheet; its tag is none of the grid; it has changed since the
 * list was written; or its column is not read (`UNUSED`).
 */
export interface Refusal {
  reason: 'VALUE' | 'ROW' | 'ROUNDED' | 'COLUMN' | 'TWICE' | 'OUTSIDE' | 'TAG' | 'CHANGED' | 'UNUSED';
  /** Row and column of the pasted table, from 1. */
  row: number;
  column: number;
  text: string;
}

/** What pasting a table would do. Nothing is written yet. */
export interface PastePlan {
  /** A list of the tags of each id; or cells by ids and tags of the table, or by the position in the grid. */
  kind: 'LIST' | 'KEYED' | 'PLACED';
  cells: [row: number, column: number, isSet: boolean][];
  set: number;
  cleared: number;
  unchanged: number;
  /** Cells that the catalog has, or a variant's product, and that should be cleared. */
  locked: number;
  refused: Refusal[];
}

/** Rows and columns of the grid as they are shown. */
export interface PasteTarget {
  rows: readonly number[];
  columns: readonly number[];
  /** Selection, as indexes of `rows` and `columns`. */
  from: { row: number; column: number };
  to: { row: number; column: number };
}

const SET = new Set(['1', 'x', '✓', '✔', '☑', 'true', 'yes', 'ja', 'wahr']);
const CLEAR = new Set(['', '0', '-', '☐', 'false', 'no', 'nein', 'falsch']);

const readValue = (text: string): boolean | undefined => {
  const value = text.trim().toLowerCase();
  return SET.has(value) ? true : CLEAR.has(value) ? false : undefined;
};

/**
 * Finds out what a pasted table would do. One with a column `tags` is a list. A table whose first row names tags and whose first column
 * has ids is placed by them, in any order; another one from the active cell on, repeated if the selection is a multiple of it.
 */
export function planPaste(model: GridModel, table: readonly (readonly string[])[], target: PasteTarget): PastePlan {
  const plan: PastePlan = { kind: 'PLACED', cells: [], set: 0, cleared: 0, unchanged: 0, locked: 0, refused: [] };
  const header = table[0] ?? [];
  const list = readListHeader(header);
  const columns = findColumns(model, header);
  const isKeyed =
    columns.some((column) => column !== undefined) &&
    table.slice(1).some(([id = '']) => findRow(model, id) !== undefined);
  if (list) planList(model, plan, table, list);
  else if (isKeyed) planKeyed(model, plan, table, columns);
  else planByPosition(model, plan, table, target);
  return plan;
}

function planKeyed(
  model: GridModel,
  plan: PastePlan,
  table: readonly (readonly string[])[],
  columns: readonly (number | undefined)[],
): void {
  plan.kind = 'KEYED';
  for (const [index, column] of columns.entries()) {
    const text = table[0]?.[index + 1] ?? '';
    // Columns with names or prices may stand between those of tags.
    if (column === undefined) plan.refused.push({ reason: 'COLUMN', row: 1, column: index + 2, text });
    else if (columns.indexOf(column) !== index) plan.refused.push({ reason: 'TWICE', row: 1, column: index + 2, text });
  }
  for (const [index, row] of findRows(model, plan, table, { id: 0 })) {
    const cells = table[index] ?? [];
    for (const [place, column] of columns.entries()) {
      if (column !== undefined && columns.indexOf(column) === place)
        planCell(model, plan, { row, column }, { row: index + 1, column: place + 2, text: cells[place + 1] ?? '' });
    }
  }
}

/** Each row says which tags its product or variant has of its own. With `was`, what has changed since is refused. */
function planList(model: GridModel, plan: PastePlan, table: readonly (readonly string[])[], header: ListHeader): void {
  plan.kind = 'LIST';
  for (const column of header.others) {
    plan.refused.push({ reason: 'UNUSED', row: 1, column: column + 1, text: table[0]?.[column] ?? '' });
  }
  for (const [index, row] of findRows(model, plan, table, header)) {
    const place = { row: index + 1, column: header.tags + 1 };
    const { columns: wanted, unknown } = readTags(model, table[index]?.[header.tags] ?? '');
    for (const text of unknown) plan.refused.push({ reason: 'TAG', ...place, text });
    const was = header.was === undefined ? undefined : readTags(model, table[index]?.[header.was] ?? '').columns;
    for (const [column, tag] of model.tags.entries()) {
      const [isSet, isAdded] = [wanted.has(column), model.isAdded(row, column)];
      const wasAdded = was?.has(column) ?? isAdded;
      if ((!isSet && !isAdded && !wasAdded) || !isListable(tag)) continue;
      if (wasAdded !== isAdded && isSet !== isAdded) plan.refused.push({ reason: 'CHANGED', ...place, text: tag });
      else planWrite(model, plan, { row, column }, isSet);
    }
  }
}

/** Rows of a table, from 1, with those of the grid; the ids that are not found, or were there before, are refused. */
function findRows(
  model: GridModel,
  plan: PastePlan,
  table: readonly (readonly string[])[],
  { id, kind }: { id: number; kind?: number | undefined },
): Map<number, number> {
  const found = new Map<number, number>();
  const seen = new Set<number>();
  for (const [index, cells] of table.entries()) {
    if (index === 0 || cells.every((cell) => cell.trim() === '')) continue;
    const text = cells[id] ?? '';
    const row = findRow(model, text, kind === undefined ? '' : (cells[kind] ?? ''));
    if (row !== undefined && !seen.has(row)) {
      seen.add(row);
      found.set(index, row);
    } else {
      const reason = row !== undefined ? 'TWICE' : ROUNDED.test(text.trim()) ? 'ROUNDED' : 'ROW';
      plan.refused.push({ reason, row: index + 1, column: id + 1, text });
    }
  }
  return found;
}

/** How spreadsheets write a long number that they have not been asked to keep as a text. */
const ROUNDED = /^\d([.,]\d+)?E\+\d+$/i;

function planByPosition(
  model: GridModel,
  plan: PastePlan,
  table: readonly (readonly string[])[],
  { rows, columns, from, to }: PasteTarget,
): void {
  const height = table.length;
  const width = Math.max(0, ...table.map((row) => row.length));
  if (height === 0 || width === 0) return;
  const [selectedRows, selectedColumns] = [to.row - from.row + 1, to.column - from.column + 1];
  const isMultiple = selectedRows % height === 0 && selectedColumns % width === 0;
  const [lastRow, lastColumn] = isMultiple ? [selectedRows, selectedColumns] : [height, width];
  for (let y = 0; y < lastRow; y++) {
    for (let x = 0; x < lastColumn; x++) {
      const place = { row: (y % height) + 1, column: (x % width) + 1 };
      const text = table[y % height]?.[x % width] ?? '';
      const [row, column] = [rows[from.row + y], columns[from.column + x]];
      if (row === undefined || column === undefined) {
        if (readValue(text) !== false) plan.refused.push({ reason: 'OUTSIDE', ...place, text });
      } else planCell(model, plan, { row, column }, { ...place, text });
    }
  }
}

function planCell(
  model: GridModel,
  plan: PastePlan,
  { row, column }: { row: number; column: number },
  place: Omit<Refusal, 'reason'>,
): void {
  const isSet = readValue(place.text);
  if (isSet === undefined) plan.refused.push({ reason: 'VALUE', ...place });
  else planWrite(model, plan, { row, column }, isSet);
}

function planWrite(
  model: GridModel,
  plan: PastePlan,
  { row, column }: { row: number; column: number },
  isSet: boolean,
): void {
  if (model.canWrite(row, column, isSet)) {
    plan.cells.push([row, column, isSet]);
    if (isSet) plan.set += 1;
    else plan.cleared += 1;
  } else if (!isSet && model.getState(row, column) === 'LOCKED') plan.locked += 1;
  else plan.unchanged += 1;
}

/** The rows of a pasted table of which something is not taken over, with the headings of a table that has some. */
export function listRefusedRows(table: readonly (readonly string[])[], { kind, refused }: PastePlan): string[][] {
  const rows = new Set(refused.map(({ row }) => row - 1));
  return table.filter((_, index) => (kind !== 'PLACED' && index === 0) || rows.has(index)).map((row) => [...row]);
}

/** Columns of the header behind its first cell: tags, or values that only one tag has. */
function findColumns(model: GridModel, header: readonly string[]): (number | undefined)[] {
  const byValue = new Map<string, number | undefined>();
  for (const [column, tag] of model.tags.entries()) {
    const value = tag.slice(tag.indexOf(':') + 1).toLowerCase();
    byValue.set(value, byValue.has(value) ? undefined : column);
  }
  return header.slice(1).map((text) => model.findColumn(text.trim()) ?? byValue.get(text.trim().toLowerCase()));
}

/** @param kind - `product` or `variant`, where an id may be both. */
function findRow(model: GridModel, text: string, kind = ''): number | undefined {
  const id = readCsvCell(text.trim());
  const wanted = kind.trim().toLowerCase();
  return (
    (wanted !== 'product' ? model.findRow('variant', id) : undefined) ??
    (wanted !== 'variant' ? model.findRow('product', id) : undefined)
  );
}
