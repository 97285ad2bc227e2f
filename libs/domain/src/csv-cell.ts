/** Begins a cell that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A cell of a table as CSV, whose text no spreadsheet takes for a formula. `readCsvCell` gives the text back. */
export function toCsvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The text of a cell that `toCsvCell` has written, without its quotes. */
export const readCsvCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
