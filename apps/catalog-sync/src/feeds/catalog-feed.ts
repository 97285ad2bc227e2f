import type { ColumnMapping } from '../domain/column-mapping.js';
import { ImportFailure } from '../domain/import-failure.js';
import { IMPORT_LIMITS } from '../domain/import-limits.js';
import { quoted, type RowReport } from '../domain/import-report.js';
import type { StagedProduct } from '../domain/staged-rows.js';
import { mapColumns } from './column-mapping.js';
import { commonWords } from './common-name.js';
import { productLine, type VariantFrame, variantLine } from './copy-text.js';
import type { CsvRecord } from './csv-scanner.js';
import { CutTexts } from './cut-texts.js';
import type { FeedHeader } from './feed-header.js';
import { FeedTable, type TableLimits } from './feed-table.js';
import { isFeedColumn } from './formats/choose-format.js';
import type { FeedFormat, Parents, RowFormat } from './formats/format.js';
import { IdSet } from './id-set.js';
import { LineBuffer } from './line-buffer.js';
import { type NativeRow, NativeRowReader } from './native-row.js';

/** Consecutive rows of one product, folded. */
type Run = StagedProduct & { words: string; plain: boolean };

/** How a file is read: found from its header before. */
export interface FeedLayout {
  header: FeedHeader;
  mapping: ColumnMapping | undefined;
  format: FeedFormat;
  parents: Parents;
}

/**
 * Turns the text of a file into staged rows, piece by piece. Memory: one piece, and the ids.
 * Problems of single rows go to `report`; what ends the run is thrown as ImportFailure.
 */
export class CatalogFeed {
  /** Whether rows of one product stand in several places of the file. */
  isScattered = false;

  private readonly products = new IdSet();
  private readonly variants = new IdSet();
  private readonly table: FeedTable;
  private readonly rows: NativeRowReader;
  private readonly idColumn: string;
  private readonly format: RowFormat;
  private readonly cutTexts = new CutTexts();
  private withoutVariant = 0;
  private run: Run | undefined;
  private readonly lines = new LineBuffer();
  private productLines = '';

  /** @param frame - of the variants' lines, when those of the products are to be taken apart from them. */
  constructor(
    private readonly report: RowReport,
    { header, mapping, format, parents }: FeedLayout,
    private readonly limits: TableLimits = IMPORT_LIMITS,
    private readonly frame?: VariantFrame,
  ) {
    const mapped = mapColumns(header, mapping);
    const rows = format.open(mapped.header, parents);
    if (format.name !== 'native') report.notes.push(`The file was read as a ${format.title}.`);
    report.notes.push(...rows.notes);
    this.format = rows;
    this.rows = new NativeRowReader(rows, header.names, mapped.cells);
    this.idColumn = rows.getColumnName('id');
    this.table = new FeedTable({
      isKnown: isFeedColumn,
      onHeader: () => {},
      onRow: (record) => this.take(record),
      limits,
    });
  }

  /** @returns the rows that are complete now, as lines for COPY. @throws ImportFailure */
  push(text: string): Buffer {
    this.table.push(text);
    return this.lines.take();
  }

  /** The text is complete. @returns the last lines. @throws ImportFailure */
  end(): Buffer {
    this.table.end();
    this.endRun();
    this.report.notes.push(...(this.format.closingNotes?.() ?? []), ...this.cutTexts.notes());
    const without = this.withoutVariant;
    if (without > 0) {
      const rows =
        without === 1
          ? '1 row holds no variant (a product, a picture) and was'
          : `${without} rows hold no variant (products, pictures) and were`;
      this.report.notes.push(`${rows} not counted.`);
    }
    return this.lines.take();
  }

  /** Lines of products that are complete now, when they are taken apart. */
  takeProducts(): string {
    const { productLines } = this;
    this.productLines = '';
    return productLines;
  }

  private take(record: CsvRecord): void {
    const { report } = this;
    if (report.read + this.withoutVariant >= this.limits.maxRows) {
      throw new ImportFailure(
        `The file has more than ${this.limits.maxRows.toLocaleString('en')} rows; split the catalog.`,
        'TOO_MANY_ROWS',
        { max: this.limits.maxRows },
      );
    }
    const row = this.rows.read(record);
    if (row === null) {
      this.withoutVariant++;
      return;
    }
    report.read++;
    if ('rejection' in row) {
      report.reject(row.rejection);
      return;
    }
    const position = this.variants.size;
    if (this.variants.add(row.id) !== position) {
      const reason = `id ${quoted(row.id)} is that of an earlier row; ids are unique.`;
      report.reject({ line: record.line, column: this.idColumn, reason });
      return;
    }
    for (const text of row.cut) this.cutTexts.add(text, record.line);
    this.addToRun(row, record.plain);
    this.lines.append(variantLine(row, position, record.plain, this.frame));
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
    if (this.run === undefined) return;
    const line = productLine(this.run, this.run.plain);
    if (this.frame === undefined) this.lines.append(line);
    else this.productLines += line;
    this.run = undefined;
  }
}
