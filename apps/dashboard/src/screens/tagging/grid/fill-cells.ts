import type { GridModel } from './grid-model.js';
import type { Corners } from './selection.js';

/** The value that the pattern of another rectangle gives to each cell of a rectangle. Rows and columns are those that are shown. */
export function* fillCells(
  model: GridModel,
  { rows, columns }: { rows: readonly number[]; columns: readonly number[] },
  { source, target }: { source: Corners; target: Corners },
): Generator<[row: number, column: number, isSet: boolean]> {
  const repeat = (line: number, from: number, to: number) => {
    const count = to - from + 1;
    return from + ((((line - from) % count) + count) % count);
  };
  for (let row = target.from.row; row <= target.to.row; row++) {
    const fromRow = rows[repeat(row, source.from.row, source.to.row)];
    for (let column = target.from.column; column <= target.to.column; column++) {
      const fromColumn = columns[repeat(column, source.from.column, source.to.column)];
      const [toRow, toColumn] = [rows[row], columns[column]];
      if (fromRow === undefined || fromColumn === undefined || toRow === undefined || toColumn === undefined) continue;
      // A tag of the catalog is filled too: the user sees a cell with a tag.
      yield [toRow, toColumn, ['SET', 'LOCKED'].includes(model.getState(fromRow, fromColumn))];
    }
  }
}
