import type { GridModel } from './grid-model.js';

/** A cell of a pasted table that is not taken over. */
export interface Refusal {
  reason: 'VALUE' | 'ROW' | 'COLUMN' | 'OUTSIDE';
  /** Row and column of the pasted table, from 1. */
  row: number;
  column: number;
  text: string;
}

/** What pasting a table would do. Nothing is written yet. */
export interface PastePlan {
  /** Found by ids and tags of the table, or by the position in the grid. */
  isKeyed: boolean;
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
 * Finds out what a pasted table would do. A table whose first row names tags and whose first column has ids is placed by them, in any
 * order; another one from the active cell on, repeated if the selection is a multiple of it.
 */
export function planPaste(model: GridModel, table: readonly (readonly string[])[], target: PasteTarget): PastePlan {
  const plan: PastePlan = { isKeyed: false, cells: [], set: 0, cleared: 0, unchanged: 0, locked: 0, refused: [] };
  const columns = findColumns(model, table[0] ?? []);
  const rows = table.slice(1).map(([id = '']) => findRow(model, id));
  plan.isKeyed = columns.some((column) => column !== undefined) && rows.some((row) => row !== undefined);
  if (plan.isKeyed) planKeyed(model, plan, table, { rows, columns });
  else planByPosition(model, plan, table, target);
  return plan;
}

function planKeyed(
  model: GridModel,
  plan: PastePlan,
  table: readonly (readonly string[])[],
  { rows, columns }: { rows: readonly (number | undefined)[]; columns: readonly (number | undefined)[] },
): void {
  for (const [index, column] of columns.entries()) {
    const text = table[0]?.[index + 1] ?? '';
    // Columns with names or prices may stand between those of tags.
    if (column === undefined) plan.refused.push({ reason: 'COLUMN', row: 1, column: index + 2, text });
  }
  for (const [index, row] of rows.entries()) {
    const cells = table[index + 1] ?? [];
    if (row === undefined) {
      if (cells.some((cell) => cell.trim() !== ''))
        plan.refused.push({ reason: 'ROW', row: index + 2, column: 1, text: cells[0] ?? '' });
      continue;
    }
    for (const [place, column] of columns.entries()) {
      if (column !== undefined)
        planCell(model, plan, { row, column }, { row: index + 2, column: place + 2, text: cells[place + 1] ?? '' });
    }
  }
}

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
  if (isSet === undefined) {
    plan.refused.push({ reason: 'VALUE', ...place });
  } else if (model.canWrite(row, column, isSet)) {
    plan.cells.push([row, column, isSet]);
    if (isSet) plan.set += 1;
    else plan.cleared += 1;
  } else if (!isSet && model.getState(row, column) === 'LOCKED') plan.locked += 1;
  else plan.unchanged += 1;
}

/** The rows of a pasted table of which something is not taken over, with the headings of a table that has some. */
export function listRefusedRows(table: readonly (readonly string[])[], { isKeyed, refused }: PastePlan): string[][] {
  const rows = new Set(refused.map(({ row }) => row - 1));
  return table.filter((_, index) => (isKeyed && index === 0) || rows.has(index)).map((row) => [...row]);
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

const findRow = (model: GridModel, id: string): number | undefined =>
  model.findRow('variant', id.trim()) ?? model.findRow('product', id.trim());
