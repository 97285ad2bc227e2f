import { MAX_COPY_LENGTH, MAX_NAME_LENGTH, MAX_SHOP_ID_BYTES } from '@svc/domain';
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
import type { CsvRecord } from './csv-scanner.js';
import type { NativeColumn, NativeLayout } from './native-header.js';

/** One valid row of a native file. */
export interface NativeRow {
  id: string;
  /** Its `parentId`, or its own id. */
  productId: string;
  name: string;
  url: string;
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
}

/** Distinct tag cells that a reader remembers; a feed usually has a few dozen. */
const MAX_REMEMBERED_TAGS = 5_000;
const NO_TAGS: readonly string[] = [];

class Unreadable extends Error {
  constructor(
    readonly column: NativeColumn,
    readonly rule: string,
  ) {
    super(rule);
  }
}

/** Turns the records of one file into rows. Catalogue, "Native CSV". */
export class NativeRowReader {
  private readonly tagsOfCell = new Map<string, readonly string[]>();
  private readonly index: Record<NativeColumn, number>;

  constructor(private readonly layout: NativeLayout) {
    const at = (column: NativeColumn) => layout.indexes.get(column) ?? -1;
    this.index = {
      id: at('id'),
      name: at('name'),
      url: at('url'),
      parentId: at('parentId'),
      price: at('price'),
      compareAtPrice: at('compareAtPrice'),
      currency: at('currency'),
      availability: at('availability'),
      vendor: at('vendor'),
      line: at('line'),
      packageSize: at('packageSize'),
      unitPriceMeasurement: at('unitPriceMeasurement'),
      coverImage: at('coverImage'),
      shortDescription: at('shortDescription'),
      color: at('color'),
      tags: at('tags'),
    };
  }

  /** The row, or why it is rejected: the first problem that was found. Does not know of other rows. */
  read(record: CsvRecord): NativeRow | { rejection: RejectedRow } {
    const { names } = this.layout;
    if (record.faultyColumn >= 0) {
      const column = names[record.faultyColumn] ?? '';
      return rejected(record, column, 'Text follows the closing quote; double a quote that belongs to the text.');
    }
    if (record.width !== names.length) {
      const reason = `The row has ${record.width} columns, the header has ${names.length}; quote a text that holds the delimiter or a line break.`;
      return rejected(record, '', reason);
    }
    if (!record.plain) {
      const column = record.fields.findIndex((field) => field.includes('\0'));
      if (column >= 0) return rejected(record, names[column] ?? '', 'The text holds a NUL character; remove it.');
    }
    try {
      return this.readCells(record.fields, record.plain);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const index = this.index[error.column];
      const value = record.fields[index]?.trim() ?? '';
      const found = value === '' ? 'it is empty' : `it is ${quoted(value)}`;
      return rejected(record, names[index] ?? error.column, `${error.column} ${error.rule}; ${found}.`);
    }
  }

  private readCells(fields: readonly string[], plain: boolean): NativeRow {
    const { index } = this;
    const id = shopId(fields, index.id, 'id');
    if (id === undefined) throw new Unreadable('id', ID_RULE);
    const name = shortText(fields, index.name, 'name', MAX_NAME_LENGTH);
    if (name === undefined) throw new Unreadable('name', NAME_RULE);
    const url = parsed(fields, index.url, 'url', parseUrl, URL_RULE);
    if (url === undefined) throw new Unreadable('url', URL_RULE);
    const productId = shopId(fields, index.parentId, 'parentId') ?? id;
    return {
      id,
      productId,
      name: plain ? name : name.replace(LINE_BREAKS, ' '),
      url,
      available: parsed(fields, index.availability, 'availability', parseAvailability, AVAILABILITY_RULE) ?? true,
      price: parsed(fields, index.price, 'price', parsePrice, PRICE_RULE),
      compareAtPrice: parsed(fields, index.compareAtPrice, 'compareAtPrice', parsePrice, PRICE_RULE),
      currency: parsed(fields, index.currency, 'currency', parseCurrency, CURRENCY_RULE),
      color: parsed(fields, index.color, 'color', parseColor, COLOR_RULE),
      imageUrl: parsed(fields, index.coverImage, 'coverImage', parseUrl, URL_RULE),
      shortDescription: shortText(fields, index.shortDescription, 'shortDescription', MAX_COPY_LENGTH),
      packageSize: shortText(fields, index.packageSize, 'packageSize', MAX_COPY_LENGTH),
      unitPriceMeasurement: shortText(fields, index.unitPriceMeasurement, 'unitPriceMeasurement', MAX_COPY_LENGTH),
      vendor: shortText(fields, index.vendor, 'vendor', MAX_COPY_LENGTH),
      line: shortText(fields, index.line, 'line', MAX_COPY_LENGTH),
      tags: this.tags(cell(fields, index.tags)),
    };
  }

  private tags(text: string | undefined): readonly string[] {
    if (text === undefined) return NO_TAGS;
    const known = this.tagsOfCell.get(text);
    if (known !== undefined) return known;
    // A copy: a remembered piece of the file's text would keep the whole text it was cut from alive.
    const copy = Buffer.from(text).toString();
    const found = parseTags(copy);
    if ('problem' in found) throw new Unreadable('tags', found.problem);
    const { tags } = found;
    if (this.tagsOfCell.size >= MAX_REMEMBERED_TAGS) this.tagsOfCell.clear();
    this.tagsOfCell.set(copy, tags);
    return tags;
  }
}

const ID_RULE = `has 1 to ${MAX_SHOP_ID_BYTES} bytes and no control characters`;
const NAME_RULE = `has 1 to ${MAX_NAME_LENGTH} characters`;
const CONTROL = /\p{Cc}/u;
const LINE_BREAKS = /\s*[\r\n]+\s*/g;

/** The trimmed text of a cell; undefined when it is empty or the file has no such column. */
function cell(fields: readonly string[], index: number): string | undefined {
  if (index < 0) return undefined;
  const text = fields[index]!.trim();
  return text === '' ? undefined : text;
}

function shopId(fields: readonly string[], index: number, column: NativeColumn): string | undefined {
  const id = cell(fields, index);
  if (id === undefined) return undefined;
  const isTooLong = id.length * 3 > MAX_SHOP_ID_BYTES && Buffer.byteLength(id) > MAX_SHOP_ID_BYTES;
  if (isTooLong || CONTROL.test(id)) throw new Unreadable(column, ID_RULE);
  return id;
}

function shortText(fields: readonly string[], index: number, column: NativeColumn, maxLength: number) {
  const text = cell(fields, index);
  if (text !== undefined && text.length > maxLength)
    throw new Unreadable(column, `has at most ${maxLength} characters`);
  return text;
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
  if (value === undefined) throw new Unreadable(column, rule);
  return value;
}

function rejected(record: CsvRecord, column: string, reason: string): { rejection: RejectedRow } {
  return { rejection: { line: record.line, column, reason } };
}
