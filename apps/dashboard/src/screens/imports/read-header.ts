/** The first rows of a CSV file, as the browser reads them before the upload. The service decides again when it imports the file. */
export interface FilePreview {
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
  delimiter: string;
  columns: string[];
  /** At most ten rows after the header, each as long as the file has it. */
  rows: string[][];
}

/** Enough for a header and ten rows of every format. */
export const PREVIEW_BYTES = 64 * 1024;

const MAX_ROWS = 10;
const DELIMITERS = [';', ',', '\t', '|'] as const;

/**
 * @param bytes - the beginning of the file.
 * @param isWhole - there is nothing after them; else the last row may be incomplete and is left out.
 * @returns undefined for a file without a header.
 */
export function readHeader(bytes: Uint8Array, isWhole: boolean): FilePreview | undefined {
  const { encoding, text } = decode(bytes);
  const delimiter = findDelimiter(text);
  const rows = readRows(text, delimiter, isWhole);
  const [columns = [], ...others] = rows;
  if (columns.every((name) => name.trim() === '')) return undefined;
  return { encoding, delimiter, columns: columns.map((name) => name.trim()), rows: others.slice(0, MAX_ROWS) };
}

function decode(bytes: Uint8Array): Pick<FilePreview, 'encoding'> & { text: string } {
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
function findDelimiter(text: string): string {
  const header = (readRows(text, '\0', true)[0] ?? []).join('');
  const counts = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: header.replace(/"[^"]*"/g, '').split(delimiter).length - 1,
  }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

/** Rows of cells by RFC 4180, as many as the preview needs. A quote keeps delimiters and line breaks; `""` in it is one quote. */
function readRows(text: string, delimiter: string, isWhole: boolean): string[][] {
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
  for (let at = 0; at < text.length && rows.length <= MAX_ROWS; at++) {
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
  if (isWhole && rows.length <= MAX_ROWS && (cell !== '' || row.length > 0)) endRow();
  return rows;
}
