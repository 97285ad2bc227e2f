import { decode, type Encoding, findDelimiter, readRows } from '../../shared/csv/read-csv.js';

/** The first rows of a CSV file, as the browser reads them before the upload. The service decides again when it imports the file. */
export interface FilePreview {
  encoding: Encoding;
  delimiter: string;
  columns: string[];
  /** At most ten rows after the header, each as long as the file has it. */
  rows: string[][];
}

/** Enough for a header and ten rows of every format. */
export const PREVIEW_BYTES = 64 * 1024;

const MAX_ROWS = 10;

/**
 * @param bytes - the beginning of the file.
 * @param isWhole - there is nothing after them; else the last row may be incomplete and is left out.
 * @returns undefined for a file without a header.
 */
export function readHeader(bytes: Uint8Array, isWhole: boolean): FilePreview | undefined {
  const { encoding, text } = decode(bytes);
  const delimiter = findDelimiter(text);
  const rows = readRows(text, { delimiter, isWhole, maxRows: MAX_ROWS });
  const [columns = [], ...others] = rows;
  if (columns.every((name) => name.trim() === '')) return undefined;
  return { encoding, delimiter, columns: columns.map((name) => name.trim()), rows: others.slice(0, MAX_ROWS) };
}
