import { IMPORT_LIMITS } from '../domain/import-limits.js';
import { type CsvRecord, CsvScanner } from './csv-scanner.js';
import { sniffDelimiter } from './sniff-delimiter.js';

export interface TableLimits {
  maxRows: number;
  maxColumns: number;
  maxRecordBytes: number;
}

/**
 * Parses a table while its text arrives. The first record is the header, from which the delimiter is derived.
 * @throws ImportFailure from `push` and `end`, if a record is too long or a quote is never closed; also errors of the callbacks.
 */
export class FeedTable {
  private head: string | undefined = '';
  private scanner: CsvScanner | undefined;
  private hasHeader = false;

  constructor(
    private readonly options: {
      /** Whether a trimmed header name means something to the importer. */
      isKnown(name: string): boolean;
      onHeader(header: CsvRecord): void;
      onRow(row: CsvRecord): void;
      limits?: TableLimits;
    },
  ) {}

  push(text: string): void {
    if (this.head === undefined) {
      this.scanner?.push(text);
      return;
    }
    this.head += text;
    // The header is a record and so no longer than one.
    if (this.head.length >= this.limits.maxRecordBytes) this.begin();
  }

  /** The text is complete. */
  end(): void {
    if (this.head !== undefined) this.begin();
    this.scanner?.end();
    if (!this.hasHeader) this.options.onHeader({ fields: [], width: 0, line: 1, plain: true, faultyColumn: -1 });
  }

  private get limits(): TableLimits {
    return this.options.limits ?? IMPORT_LIMITS;
  }

  private begin(): void {
    const text = this.head ?? '';
    this.head = undefined;
    const { maxColumns, maxRecordBytes } = this.limits;
    const { isKnown, onHeader, onRow } = this.options;
    this.scanner = new CsvScanner({
      delimiter: sniffDelimiter(text, isKnown),
      maxColumns,
      maxRecordBytes,
      onRecord: (record) => {
        if (this.hasHeader) return onRow(record);
        this.hasHeader = true;
        onHeader(record);
      },
    });
    this.scanner.push(text);
  }
}
