/**
 * The cells of a table as spreadsheets put it on the clipboard: tabs between cells, a cell with tabs, line breaks or quotes in quotes,
 * quotes in it doubled. A byte order mark and a last line break are no part of it.
 */
export function readTable(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    const [cell, end] = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    row.push(cell);
    at = end;
    if (text[at] === '\t') {
      at += 1;
      // A tab at the end is followed by an empty cell.
      if (at < text.length && text[at] !== '\n' && text[at] !== '\r') continue;
      row.push('');
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

function readPlain(text: string, from: number): [cell: string, end: number] {
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return [text.slice(from, end), end];
}

/** A cell that begins with a quote. Some spreadsheets do not quote a text that begins with one: then it is taken as it is. */
function readQuoted(text: string, from: number): [cell: string, end: number] {
  let cell = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return readPlain(text, from);
    cell += text.slice(at, quote);
    if (text[quote + 1] === '"') {
      cell += '"';
      at = quote + 2;
      continue;
    }
    const next = text[quote + 1];
    if (next === undefined || next === '\t' || next === '\n' || next === '\r') return [cell, quote + 1];
    return readPlain(text, from);
  }
}

/** A table as spreadsheets read it from the clipboard. */
export const writeTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(toCell).join('\t')).join('\n');

const toCell = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
