import { plain } from '../webhooks/plain.js';

/** Spreadsheets take the text for UTF-8 by it; reading a response has removed it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The cells of a table of the management API, which quotes each of them. @param text - lines of `"a","b"` or `"a";"b"`. */
const parseCells = (text: string): string[][] =>
  (text.match(/(?:"(?:[^"]|"")*"[,;]?)+/g) ?? []).map((line) =>
    (line.match(/"(?:[^"]|"")*"/g) ?? []).map((cell) => cell.slice(1, -1).replaceAll('""', '"')),
  );

/** A table for a terminal: first what the report says about itself, then its rows in columns. */
export function formatTable(text: string): string {
  const rows = parseCells(text).map((cells) => cells.map(plain));
  const start = rows.findIndex((cells) => cells.length > 2);
  const facts = start === -1 ? rows : rows.slice(0, start);
  const table = start === -1 ? [] : rows.slice(start);
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((cells) => (cells[at] ?? '').length)));
  const lines = table.map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] as number))
      .join('  ')
      .trimEnd(),
  );
  return [
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    ...(table.length > 1 ? lines : ['There is nothing in these days.']),
  ].join('\n');
}
