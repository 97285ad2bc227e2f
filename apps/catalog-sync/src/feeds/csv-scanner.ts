import { ImportFailure } from '../domain/import-failure.js';

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BACKSLASH = 92;
const SPACE = 32;
const ENDS_FIELD = 1;
const NOT_PLAIN = 2;

/** One record, valid during the callback only: `fields` is reused for the next record. */
export interface CsvRecord {
  /** Unquoted text of each column; surplus columns are counted in `width` and dropped. */
  fields: string[];
  /** Number of columns of the record. */
  width: number;
  /** Physical line on which the record starts; the first line of the text is 1. */
  line: number;
  /** False when the record may hold a control character or a backslash. */
  plain: boolean;
  /** Column (from 0) in which text follows a closing quote; -1: none. */
  faultyColumn: number;
}

/**
 * Splits delimited text (RFC 4180) into records as pieces of it arrive.
 *
 * Records end with LF, CRLF or CR; `""` inside quotes is a quote; a quote inside an unquoted field is an ordinary
 * character; records without any text (`` or `;;;`) are skipped. Memory: one record and one piece.
 *
 * A hand-made scanner, since a general parser would be half of an import's time: docs/performance.md, P9. It is compared with
 * csv-parse on random tables in its test.
 */
export class CsvScanner {
  private rest = '';
  private line = 1;
  private readonly record: CsvRecord = { fields: [], width: 0, line: 1, plain: true, faultyColumn: -1 };
  private readonly delimiter: number;
  /** What an ASCII character means outside quotes. */
  private readonly kinds = new Uint8Array(128);

  constructor(
    private readonly options: {
      /** One character. */
      delimiter: string;
      maxColumns: number;
      /** UTF-8 bytes of one record. */
      maxRecordBytes: number;
      onRecord(record: CsvRecord): void;
    },
  ) {
    this.delimiter = options.delimiter.charCodeAt(0);
    this.kinds.fill(NOT_PLAIN, 0, SPACE);
    this.kinds[BACKSLASH] = NOT_PLAIN;
    for (const code of [LINE_FEED, CARRIAGE_RETURN, this.delimiter]) this.kinds[code] = ENDS_FIELD;
  }

  /** @throws ImportFailure when a record is too long; whatever `onRecord` throws. */
  push(text: string): void {
    this.scan(this.rest + text, false);
  }

  /** The text is complete. @throws ImportFailure also when a quote is still open. */
  end(): void {
    this.scan(this.rest, true);
  }

  private scan(text: string, last: boolean): void {
    let position = 0;
    while (position < text.length) {
      const next = this.readRecord(text, position, last);
      if (next < 0) break;
      position = next;
    }
    this.rest = position === 0 ? text : text.slice(position);
    this.checkLength(this.rest);
  }

  /** Reads the record at `start` and hands it over. @returns where the next one starts, or -1 when more text is needed. */
  private readRecord(text: string, start: number, last: boolean): number {
    const { delimiter, kinds, record } = this;
    const length = text.length;
    let position = start;
    let width = 0;
    let lines = 0;
    let plain = true;
    let hasText = false;
    let faultyColumn = -1;
    for (;;) {
      // One field per turn; `position` stands on its first character.
      let value: string;
      let code = position < length ? text.charCodeAt(position) : -1;
      if (code === QUOTE) {
        let from = position + 1;
        value = '';
        for (;;) {
          const quote = text.indexOf('"', from);
          if (quote < 0) return this.openQuote(text, start, last);
          value = value === '' ? text.slice(from, quote) : value + text.slice(from, quote);
          if (quote + 1 >= length && !last) return -1;
          if (text.charCodeAt(quote + 1) !== QUOTE) {
            position = quote + 1;
            break;
          }
          value += '"';
          from = quote + 2;
        }
        // A quoted field may hold anything; a look at it costs less than a test of every character of every field.
        for (let at = 0; at < value.length; at++) {
          const inside = value.charCodeAt(at);
          if (inside >= SPACE && inside !== BACKSLASH) continue;
          plain = false;
          if (inside === LINE_FEED || (inside === CARRIAGE_RETURN && value.charCodeAt(at + 1) !== LINE_FEED)) lines++;
        }
        const after = position;
        while (position < length) {
          code = text.charCodeAt(position);
          if (code === delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) break;
          position++;
        }
        if (position > after && faultyColumn < 0) faultyColumn = width;
      } else {
        const from = position;
        while (position < length) {
          code = text.charCodeAt(position);
          const kind = code < 128 ? kinds[code] : 0;
          if (kind === ENDS_FIELD) break;
          if (kind === NOT_PLAIN) plain = false;
          position++;
        }
        value = from === position ? '' : text.slice(from, position);
      }
      if (position >= length) {
        if (!last) return -1;
        code = LINE_FEED;
      }
      if (value !== '') hasText = true;
      if (width < this.options.maxColumns) record.fields[width] = value;
      width++;
      position++;
      if (code === delimiter) continue;
      if (code === CARRIAGE_RETURN) {
        if (position >= length && !last) return -1;
        if (text.charCodeAt(position) === LINE_FEED) position++;
      }
      break;
    }
    if (position - start > this.options.maxRecordBytes / 3) this.checkLength(text.slice(start, position));
    record.line = this.line;
    this.line += lines + 1;
    if (!hasText && faultyColumn < 0) return position;
    record.fields.length = Math.min(width, this.options.maxColumns);
    record.width = width;
    record.plain = plain;
    record.faultyColumn = faultyColumn;
    this.options.onRecord(record);
    return position;
  }

  private openQuote(text: string, start: number, last: boolean): number {
    if (!last) return -1;
    this.checkLength(text.slice(start));
    throw new ImportFailure(
      `A quote that is opened in the row of line ${this.line} is never closed; close it, or double it if it belongs to the text.`,
    );
  }

  private checkLength(record: string): void {
    const { maxRecordBytes } = this.options;
    if (record.length <= maxRecordBytes / 3 || Buffer.byteLength(record) <= maxRecordBytes) return;
    throw new ImportFailure(
      `The row of line ${this.line} is longer than ${maxRecordBytes / 1024} KiB; a quote in it may lack its closing quote.`,
    );
  }
}
