/** Begins a cell that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A table as a CSV file that spreadsheets open as UTF-8. No cell is taken for a formula; `readSafeCell` gives its text back. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The text of a cell that `writeCsv` has written. */
export const readSafeCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
