import { ImportFailure } from '../domain/import-failure.js';

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** One record, valid during the callback only: `fields` is reused for the next record. */
export interface CsvRecord {
  /** Unquoted text of each column; surplus columns are counted in `width` and dropped. */
  fields: string[];
  /** Number of columns of the record. */
  width: number;
  /** Physical line on which the record starts; the first line of the text is 1. */
  line: number;
  /** False when a field may hold a backslash, a tab, a line break or a NUL. */
  plain: boolean;
  /** Column (from 0) in which text follows a closing quote; -1: none. */
  faultyColumn: number;
}

/**
 * Splits delimited text (RFC 4180) into records as pieces of it arrive.
 *
 * Records end with LF, CRLF or CR; `""` inside quotes is a quote; a quote inside an unquoted field is an ordinary
 * character; records without any text (`` or `;;;`) are skipped. Memory: one record and one piece. Time: linear, since
 * each search continues where the last one for the same character ended.
 *
 * A hand-made scanner, since a general parser would be half of an import's time: docs/performance.md P9. It is compared
 * with csv-parse on random tables in its test.
 */
export class CsvScanner {
  private rest = '';
  private line = 1;
  private readonly record: CsvRecord = { fields: [], width: 0, line: 1, plain: true, faultyColumn: -1 };
  private readonly delimiter: NextIndex;
  private readonly lineFeed = new NextIndex('\n');
  private readonly carriageReturn = new NextIndex('\r');
  /** Characters, other than line breaks, that need special handling. */
  private readonly specials: NextIndex[];

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
    this.delimiter = new NextIndex(options.delimiter);
    this.specials = ['\\', '\t', '\0']
      // An unquoted tab between columns is no content; quoted fields are looked at one by one.
      .filter((character) => character !== options.delimiter)
      .map((character) => new NextIndex(character));
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
    for (const next of [this.delimiter, this.lineFeed, this.carriageReturn, ...this.specials]) next.begin(text);
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
    const { record } = this;
    const { maxColumns } = this.options;
    let position = start;
    let width = 0;
    let linesInQuotes = 0;
    let hasQuotedTab = false;
    let hasText = false;
    let faultyColumn = -1;
    let lineEnd = this.lineEnd(start);
    // One field per turn; `position` stands on its first character.
    for (;;) {
      let value: string;
      if (text.charCodeAt(position) === QUOTE) {
        const end = closingQuote(text, position, last);
        if (end === NEEDS_MORE) return -1;
        if (end === NEVER_CLOSED) return this.openQuote(text, start, last);
        value = text.slice(position + 1, end);
        if (value.includes('"')) value = value.replaceAll('""', '"');
        if (lineEnd < end) {
          linesInQuotes += countLineBreaks(value);
          lineEnd = this.lineEnd(end);
        }
        hasQuotedTab ||= value.includes('\t');
        position = Math.min(this.delimiter.from(end + 1), lineEnd);
        if (position > end + 1 && faultyColumn < 0) faultyColumn = width;
      } else {
        const end = Math.min(this.delimiter.from(position), lineEnd);
        value = text.slice(position, end);
        position = end;
      }
      if (position >= text.length && !last) return -1;
      if (value !== '') hasText = true;
      if (width < maxColumns) record.fields[width] = value;
      width++;
      if (position === lineEnd) break;
      position++;
    }
    position = this.nextLine(text, position, last);
    if (position < 0) return -1;
    if (position - start > this.options.maxRecordBytes / 3) this.checkLength(text.slice(start, position));
    record.line = this.line;
    this.line += linesInQuotes + 1;
    if (!hasText && faultyColumn < 0) return position;
    record.fields.length = Math.min(width, maxColumns);
    record.width = width;
    record.faultyColumn = faultyColumn;
    record.plain = linesInQuotes === 0 && !hasQuotedTab && !this.hasSpecial(start, position);
    this.options.onRecord(record);
    return position;
  }

  /** The first line break at or after `position`; the length of the text without one. */
  private lineEnd(position: number): number {
    return Math.min(this.lineFeed.from(position), this.carriageReturn.from(position));
  }

  private hasSpecial(start: number, end: number): boolean {
    for (const next of this.specials) if (next.from(start) < end) return true;
    return false;
  }

  /** Where the next line starts, `end` being the end of this one; -1 while a CR may still be followed by its LF. */
  private nextLine(text: string, end: number, last: boolean): number {
    if (text.charCodeAt(end) !== CARRIAGE_RETURN) return end + 1;
    if (end + 1 >= text.length && !last) return -1;
    return text.charCodeAt(end + 1) === LINE_FEED ? end + 2 : end + 1;
  }

  private openQuote(text: string, start: number, last: boolean): number {
    if (!last) return -1;
    this.checkLength(text.slice(start));
    throw new ImportFailure(
      `A quote that is opened in the row of line ${this.line} is never closed; close it, or double it if it belongs to the text.`,
      'QUOTE_OPEN',
      { line: this.line },
    );
  }

  private checkLength(record: string): void {
    const { maxRecordBytes } = this.options;
    if (record.length <= maxRecordBytes / 3 || Buffer.byteLength(record) <= maxRecordBytes) return;
    throw new ImportFailure(
      `The row of line ${this.line} is longer than ${maxRecordBytes / 1024} KiB; a quote in it may lack its closing quote.`,
      'ROW_TOO_LONG',
      { line: this.line, kibibytes: maxRecordBytes / 1024 },
    );
  }
}

/** Finds a character again and again from rising positions, looking at each part of the text once. */
class NextIndex {
  private text = '';
  private index = -1;

  constructor(private readonly character: string) {}

  begin(text: string): void {
    this.text = text;
    this.index = -1;
  }

  /** The first one at or after `position`; the length of the text when there is none. */
  from(position: number): number {
    if (this.index < position) {
      const found = this.text.indexOf(this.character, position);
      this.index = found < 0 ? this.text.length : found;
    }
    return this.index;
  }
}

const NEEDS_MORE = -1;
const NEVER_CLOSED = -2;

/** The quote that closes the one at `position`. */
function closingQuote(text: string, position: number, last: boolean): number {
  for (let from = position + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return NEVER_CLOSED;
    if (quote + 1 >= text.length && !last) return NEEDS_MORE;
    if (text.charCodeAt(quote + 1) !== QUOTE) return quote;
    from = quote + 2;
  }
}

function countLineBreaks(value: string): number {
  return value.match(/\r\n|\r|\n/g)?.length ?? 0;
}
