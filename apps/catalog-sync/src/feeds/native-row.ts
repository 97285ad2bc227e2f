import { MAX_COPY_LENGTH, MAX_NAME_LENGTH, MAX_SHOP_ID_BYTES, type NativeColumn } from '@svc/domain';
import { quoted, type RejectedRow } from '../domain/import-report.js';
import {
  AVAILABILITY_RULE,
  COLOR_RULE,
  CURRENCY_RULE,
  PRICE_RULE,
  parseAvailability,
  parseColor,
  parseCurrency,
  parsePrice,
  parseTags,
  parseUrl,
  URL_RULE,
} from './cells.js';
import { tagLiteral } from './copy-text.js';
import type { CsvRecord } from './csv-scanner.js';
import { type CutText, cutText } from './cut-texts.js';
import { type RowFormat, UnreadableCell } from './formats/format.js';
import { recordProblem } from './record-problem.js';

/** One valid row of a native file. */
export interface NativeRow {
  id: string;
  /** Its `parentId`, or its own id. */
  productId: string;
  name: string;
  /** Undefined: exports of some shops have none. */
  url: string | undefined;
  available: boolean;
  price: string | undefined;
  compareAtPrice: string | undefined;
  currency: string | undefined;
  color: string | undefined;
  /** `coverImage` of the file. */
  imageUrl: string | undefined;
  shortDescription: string | undefined;
  packageSize: string | undefined;
  unitPriceMeasurement: string | undefined;
  vendor: string | undefined;
  line: string | undefined;
  tags: readonly string[];
  /** As in `StagedVariant`. */
  tagLiteral: string | undefined;
  /** Texts of the row that were longer than their limit and were cut. */
  cut: readonly CutText[];
}

/** A cell of tags, read. */
type Tags = Pick<NativeRow, 'tags' | 'tagLiteral'>;

/** Distinct tag cells that a reader remembers: the first ones. A feed usually has a few dozen. */
const MAX_REMEMBERED_TAGS = 5_000;
const NO_CUTS: readonly CutText[] = [];
const NO_TAGS: Tags = { tags: [], tagLiteral: '{}' };

/** Turns the rows of one file into variants. docs/catalog.md "The native CSV file". */
export class NativeRowReader {
  private readonly tagsOfCell = new Map<string, Tags>();
  /** Of the row that is being read. */
  private cut: readonly CutText[] = NO_CUTS;

  /** @param names - of the file's columns. */
  constructor(
    private readonly format: RowFormat,
    private readonly names: readonly string[],
    private readonly mapped: (fields: readonly string[]) => readonly string[] = (fields) => fields,
  ) {}

  /** The row, or why it is rejected (the first problem), or null if it contains no variant. Does not depend on other rows. */
  read(record: CsvRecord): NativeRow | { rejection: RejectedRow } | null {
    const problem = recordProblem(record, this.names);
    if (problem) return { rejection: problem };
    let cells: readonly string[] | null = [];
    try {
      cells = this.format.cells(this.mapped(record.fields));
      return cells && this.readCells(cells, record.plain);
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      const value = cells?.[this.format.index[error.column]]?.trim() ?? '';
      const found = value === '' ? 'it is empty' : `it is ${quoted(value)}`;
      const column = this.format.getColumnName(error.column);
      const reason = cells?.length ? `${column} ${error.rule}; ${found}.` : `${column} ${error.rule}.`;
      return { rejection: { line: record.line, column, reason } };
    }
  }

  private readCells(fields: readonly string[], plain: boolean): NativeRow {
    const { index, needsUrl } = this.format;
    this.cut = NO_CUTS;
    const id = shopId(fields, index.id, 'id');
    if (id === undefined) throw new UnreadableCell('id', ID_RULE);
    const name = this.name(cell(fields, index.name), plain);
    if (name === undefined) throw new UnreadableCell('name', NAME_RULE);
    const url = parsed(fields, index.url, 'url', parseUrl, URL_RULE);
    if (url === undefined && needsUrl) throw new UnreadableCell('url', URL_RULE);
    const productId = shopId(fields, index.parentId, 'parentId') ?? id;
    return {
      id,
      productId,
      name,
      url,
      available: parsed(fields, index.availability, 'availability', parseAvailability, AVAILABILITY_RULE) ?? true,
      price: parsed(fields, index.price, 'price', parsePrice, PRICE_RULE),
      compareAtPrice: parsed(fields, index.compareAtPrice, 'compareAtPrice', parsePrice, PRICE_RULE),
      currency: parsed(fields, index.currency, 'currency', parseCurrency, CURRENCY_RULE),
      color: parsed(fields, index.color, 'color', parseColor, COLOR_RULE),
      imageUrl: parsed(fields, index.coverImage, 'coverImage', parseUrl, URL_RULE),
      shortDescription: this.copy(fields, 'shortDescription'),
      packageSize: this.copy(fields, 'packageSize'),
      unitPriceMeasurement: this.copy(fields, 'unitPriceMeasurement'),
      vendor: this.copy(fields, 'vendor'),
      line: this.copy(fields, 'line'),
      ...this.tags(cell(fields, index.tags)),
      cut: this.cut,
    };
  }

  private name(text: string | undefined, plain: boolean): string | undefined {
    if (text === undefined) return undefined;
    return this.short(plain ? text : text.replace(LINE_BREAKS, ' '), 'name', MAX_NAME_LENGTH);
  }

  private copy(fields: readonly string[], column: NativeColumn): string | undefined {
    const text = cell(fields, this.format.index[column]);
    return text === undefined ? undefined : this.short(text, column, MAX_COPY_LENGTH);
  }

  /** A text for cards, cut where it is too long: it decides nothing, so it is no reason to lose the variant. */
  private short(text: string, column: NativeColumn, limit: number): string {
    if (text.length <= limit) return text;
    this.cut = [...this.cut, { column: this.format.getColumnName(column), limit }];
    return cutText(text, limit);
  }

  private tags(text: string | undefined): Tags {
    if (text === undefined) return NO_TAGS;
    const known = this.tagsOfCell.get(text);
    if (known !== undefined) return known;
    // In a file whose rows nearly all have different tags, replacing entries would cost more than it saves.
    if (this.tagsOfCell.size >= MAX_REMEMBERED_TAGS) return { tags: readTags(text), tagLiteral: undefined };
    // A copy: a slice of the file's text would keep the whole text in memory.
    const copy = Buffer.from(text).toString();
    const tags = readTags(copy);
    const read = { tags, tagLiteral: tagLiteral(tags) };
    this.tagsOfCell.set(copy, read);
    return read;
  }
}

function readTags(text: string): readonly string[] {
  const found = parseTags(text);
  if ('problem' in found) throw new UnreadableCell('tags', found.problem);
  return found.tags;
}

const ID_RULE = `must have 1 to ${MAX_SHOP_ID_BYTES} bytes and no control characters`;
const NAME_RULE = 'must have a value';
const CONTROL = /\p{Cc}/u;
const LINE_BREAKS = /\s*[\r\n]+\s*/g;

/** The trimmed text of a cell; undefined when it is empty or the file has no such column. */
function cell(fields: readonly string[], index: number): string | undefined {
  if (index < 0) return undefined;
  const field = fields[index]!;
  const text = isTrimmed(field) ? field : field.trim();
  return text === '' ? undefined : text;
}

/** Whether a text begins and ends with a visible ASCII character, as nearly all do; `trim` is a twentieth of an import's time. */
function isTrimmed(text: string): boolean {
  return isVisible(text.charCodeAt(0)) && isVisible(text.charCodeAt(text.length - 1));
}

function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

function shopId(fields: readonly string[], index: number, column: NativeColumn): string | undefined {
  const id = cell(fields, index);
  if (id === undefined) return undefined;
  const isTooLong = id.length * 3 > MAX_SHOP_ID_BYTES && Buffer.byteLength(id) > MAX_SHOP_ID_BYTES;
  if (isTooLong || CONTROL.test(id)) throw new UnreadableCell(column, ID_RULE);
  return id;
}

function parsed<T>(
  fields: readonly string[],
  index: number,
  column: NativeColumn,
  parse: (text: string) => T | undefined,
  rule: string,
): T | undefined {
  const text = cell(fields, index);
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value === undefined) throw new UnreadableCell(column, rule);
  return value;
}
