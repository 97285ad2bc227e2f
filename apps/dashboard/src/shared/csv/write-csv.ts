import { toCsvCell } from '@svc/domain';

/** A table as a CSV file that spreadsheets open as UTF-8. No cell is taken for a formula; `readCsvCell` gives its text back. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(toCsvCell).join(',')).join('\r\n')}\r\n`;
