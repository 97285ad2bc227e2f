import { ImportFailure } from '../domain/import-failure.js';
import { IMPORT_LIMITS } from '../domain/import-limits.js';
import { quoted, type RowReport } from '../domain/import-report.js';
import type { StagedProduct } from '../domain/staged-rows.js';
import { commonWords } from './common-name.js';
import { productLine, variantLine } from './copy-text.js';
import { type CsvRecord, CsvScanner } from './csv-scanner.js';
import { IdSet } from './id-set.js';
import { isNativeColumn, type NativeLayout, readNativeHeader } from './native-header.js';
import { type NativeRow, NativeRowReader } from './native-row.js';
import { sniffDelimiter } from './sniff-delimiter.js';

/** Consecutive rows of one product, folded. */
type Run = StagedProduct & { words: string; plain: boolean };

/**
 * Turns the text of a native CSV file into staged rows, piece by piece. Memory: one piece, and the ids.
 * Problems of single rows go to `report`; what ends the run is thrown as ImportFailure.
 */
export class NativeFeed {
  /** Whether rows of one product stand in several places of the file. */
  isScattered = false;

  private readonly products = new IdSet();
  private readonly variants = new IdSet();
  private head: string | undefined = '';
  private scanner: CsvScanner | undefined;
  private layout: NativeLayout | undefined;
  private rows: NativeRowReader | undefined;
  private run: Run | undefined;
  private lines = '';

  constructor(
    private readonly report: RowReport,
    private readonly limits: { maxRows: number; maxColumns: number; maxRecordBytes: number } = IMPORT_LIMITS,
  ) {}

  /** @returns the rows that are complete now, as lines for COPY. @throws ImportFailure */
  push(text: string): string {
    if (this.head === undefined) this.scanner?.push(text);
    else {
      this.head += text;
      // The delimiter is found from the header, which is a record and so no longer than one.
      if (this.head.length >= this.limits.maxRecordBytes) this.begin();
    }
    return this.taken();
  }

  /** The text is complete. @returns the last lines. @throws ImportFailure */
  end(): string {
    if (this.head !== undefined) this.begin();
    this.scanner?.end();
    if (this.layout === undefined) readNativeHeader([], () => {});
    this.endRun();
    return this.taken();
  }

  private begin(): void {
    const text = this.head ?? '';
    this.head = undefined;
    const { maxColumns, maxRecordBytes } = this.limits;
    const delimiter = sniffDelimiter(text, isNativeColumn);
    this.scanner = new CsvScanner({ delimiter, maxColumns, maxRecordBytes, onRecord: (record) => this.take(record) });
    this.scanner.push(text);
  }

  private taken(): string {
    const { lines } = this;
    this.lines = '';
    return lines;
  }

  private take(record: CsvRecord): void {
    if (this.rows === undefined) {
      this.takeHeader(record);
      return;
    }
    const { report } = this;
    if (++report.read > this.limits.maxRows) {
      throw new ImportFailure(
        `The file has more than ${this.limits.maxRows.toLocaleString('en')} rows; split the catalogue.`,
      );
    }
    const row = this.rows.read(record);
    if ('rejection' in row) {
      report.reject(row.rejection);
      return;
    }
    const position = this.variants.size;
    if (this.variants.add(row.id) !== position) {
      const column = this.layout?.names[this.layout.indexes.get('id') ?? -1] ?? 'id';
      report.reject({
        line: record.line,
        column,
        reason: `id ${quoted(row.id)} is that of an earlier row; ids are unique.`,
      });
      return;
    }
    this.addToRun(row, record.plain);
    this.lines += variantLine(row, position, record.plain);
  }

  private takeHeader(record: CsvRecord): void {
    if (record.width > this.limits.maxColumns) {
      throw new ImportFailure(`The header has ${record.width} columns; ${this.limits.maxColumns} are allowed.`);
    }
    this.layout = readNativeHeader(record.fields, (note) => this.report.notes.push(note));
    this.rows = new NativeRowReader(this.layout);
  }

  private addToRun(row: NativeRow, plain: boolean): void {
    const { run } = this;
    if (run?.id === row.productId) {
      run.words = commonWords(run.words, row.name);
      run.imageUrl ??= row.imageUrl;
      run.vendor ??= row.vendor;
      run.line ??= row.line;
      run.plain &&= plain;
      return;
    }
    this.endRun();
    const { size } = this.products;
    const ordinal = this.products.add(row.productId);
    this.isScattered ||= ordinal !== size;
    this.run = {
      ordinal,
      id: row.productId,
      words: row.name,
      firstName: row.name,
      url: row.url,
      imageUrl: row.imageUrl,
      vendor: row.vendor,
      line: row.line,
      tags: [],
      plain,
    };
  }

  private endRun(): void {
    if (this.run !== undefined) this.lines += productLine(this.run, this.run.plain);
    this.run = undefined;
  }
}
