/** How the text of a file is encoded. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

const DELIMITERS = [';', ',', '\t', '|'] as const;

/** The text of a file as spreadsheets save it; its byte order mark is no part of it. A last character may be cut. */
export function decode(bytes: Uint8Array): { encoding: Encoding; text: string } {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (mark === 0xfffe || mark === 0xfeff) {
    return { encoding: 'UTF-16', text: new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(bytes) };
  }
  try {
    // A character may be cut at the end of the part that was read.
    return { encoding: 'UTF-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }) };
  } catch {
    return { encoding: 'Windows-1252', text: new TextDecoder('windows-1252').decode(bytes) };
  }
}

/** The delimiter that is most frequent in the header, outside of quotes. */
export function findDelimiter(text: string): string {
  const header = (readRows(text, { delimiter: '\0', isWhole: true, maxRows: 0 })[0] ?? []).join('');
  const counts = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: header.replace(/"[^"]*"/g, '').split(delimiter).length - 1,
  }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

/**
 * Rows of cells by RFC 4180; empty rows are left out. A quote keeps delimiters and line breaks; `""` in it is one quote.
 * @param isWhole - there is nothing after the text; else the last row may be incomplete and is left out.
 * @param maxRows - reading ends when there are more.
 */
export function readRows(
  text: string,
  { delimiter, isWhole, maxRows }: { delimiter: string; isWhole: boolean; maxRows: number },
): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const keepQuotes = delimiter === '\0';
  const endRow = () => {
    row.push(cell);
    cell = '';
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length <= maxRows; at++) {
    const character = text[at] as string;
    if (character === '"') {
      const isDoubled = isQuoted && text[at + 1] === '"';
      if (isDoubled) at++;
      else isQuoted = !isQuoted;
      if (isDoubled || keepQuotes) cell += '"';
    } else if (isQuoted || (character !== delimiter && character !== '\n' && character !== '\r')) cell += character;
    else if (character === delimiter) {
      row.push(cell);
      cell = '';
    } else if (character === '\n' || text[at + 1] !== '\n') endRow();
  }
  if (isWhole && rows.length <= maxRows && (cell !== '' || row.length > 0)) endRow();
  return rows;
}
