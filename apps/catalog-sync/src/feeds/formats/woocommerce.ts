import type { NativeColumn } from '@svc/domain';
import type { FeedHeader } from '../feed-header.js';
import { CANONICAL_INDEX, nativeCells } from '../native-columns.js';
import { type FeedFormat, type Parents, type RowFormat, UnreadableCell } from './format.js';
import { getSourceName } from './source-name.js';
import { attributeTag, labelTag, plainText, TIMED_SALES_NOTE, tagCell, textAt } from './texts.js';

const COLUMNS = [
  'ID',
  'Type',
  'SKU',
  'Name',
  'Published',
  'Short description',
  'In stock?',
  'Date sale price starts',
  'Date sale price ends',
  'Sale price',
  'Regular price',
  'Categories',
  'Tags',
  'Images',
  'Parent',
  'External URL',
  'Brands',
] as const;
type Column = (typeof COLUMNS)[number];

const SOURCE: Partial<Record<NativeColumn, Column>> = {
  id: 'ID',
  name: 'Name',
  url: 'External URL',
  parentId: 'Parent',
  price: 'Regular price',
  compareAtPrice: 'Regular price',
  availability: 'In stock?',
  vendor: 'Brands',
  coverImage: 'Images',
  shortDescription: 'Short description',
};

const KNOWN = new Set(COLUMNS.map((column) => column.toLowerCase()));
const ATTRIBUTE = /^attribute (\d+) (name|value\(s\))$/i;

/**
 * Export of WooCommerce ("Product CSV Import Schema"): a variable product is a row of its own, which its variations name in
 * `Parent` by SKU or as `id:123`, and from which they take pictures, categories and the other attributes over. Lists are separated by
 * commas; `\,` is a comma. Line breaks of descriptions are `\n`, prices have the shop's decimal sign, and texts that a spreadsheet would
 * take for a formula begin with an apostrophe that is not theirs.
 */
export const woocommerce: FeedFormat = {
  name: 'woocommerce',
  title: 'WooCommerce export',
  required: ['ID', 'Type', 'Name', 'Parent'],
  knows: (name) => KNOWN.has(name.toLowerCase()) || ATTRIBUTE.test(name),
  inheritance(header) {
    const [id, sku, type, parent] = [header.find('ID'), header.find('SKU'), header.find('Type'), header.find('Parent')];
    return {
      getKeys: (fields) =>
        [`id:${textAt(fields, id)}`, cellAt(fields, sku)].filter((key) => key !== '' && key !== 'id:'),
      getParentKey: (fields) => (readTypes(fields, type).includes('variation') ? cellAt(fields, parent) : undefined),
    };
  },
  open: (header, parents) => new WooCommerceRows(header, parents),
};

const readTypes = (fields: readonly string[], index: number): string[] =>
  textAt(fields, index)
    .toLowerCase()
    .split(/\s*,\s*/);

class WooCommerceRows implements RowFormat {
  readonly index = CANONICAL_INDEX;
  readonly needsUrl = false;
  readonly notes: readonly string[];
  private readonly at: Record<Column, number>;
  /** Columns of each attribute: its name, its values. */
  private readonly attributes: { name: number; values: number }[];
  private hasTimedSales = false;

  constructor(
    private readonly header: FeedHeader,
    private readonly parents: Parents,
  ) {
    this.at = Object.fromEntries(COLUMNS.map((column) => [column, header.find(column)])) as Record<Column, number>;
    const numbers = header.names.flatMap((name) => /^attribute (\d+) name$/i.exec(name)?.[1] ?? []);
    this.attributes = numbers.map((number) => ({
      name: header.find(`Attribute ${number} name`),
      values: header.find(`Attribute ${number} value(s)`),
    }));
    this.notes = ['The export has no addresses of products; links are empty unless a column mapping gives them.'];
  }

  getColumnName(column: NativeColumn): string {
    return getSourceName(column, { sources: SOURCE, at: this.at, header: this.header });
  }

  cells(fields: readonly string[]): readonly string[] | null {
    const types = readTypes(fields, this.at.Type);
    if (types.includes('variable') || types.includes('grouped')) return null;
    const own = (column: Column) => cellAt(fields, this.at[column]);
    const parent = types.includes('variation') ? this.findParent(own('Parent')) : undefined;
    const text = (column: Column) => own(column) || (parent ? cellAt(parent, this.at[column]) : '');
    const sale = this.salePrice(own);
    const regular = price(own('Regular price'));
    const isPublished = isOn(own('Published')) && (!parent || isOn(cellAt(parent, this.at.Published)));
    return nativeCells({
      id: own('ID'),
      parentId: parent ? cellAt(parent, this.at.ID) : '',
      name: text('Name'),
      url: text('External URL'),
      price: sale || regular,
      compareAtPrice: sale === '' ? '' : regular,
      availability: isPublished ? stock(own('In stock?')) : 'false',
      vendor: text('Brands'),
      coverImage: list(text('Images'))[0] ?? '',
      shortDescription: plainText(text('Short description').replaceAll('\\n', ' ')),
      tags: this.tags(fields, parent, text),
    });
  }

  /** Without those of a sale that begins or ends on a day. */
  private salePrice(own: (column: Column) => string): string {
    const sale = price(own('Sale price'));
    const isTimed = own('Date sale price starts') !== '' || own('Date sale price ends') !== '';
    if (sale === '' || !isTimed) return sale;
    this.hasTimedSales = true;
    return '';
  }

  closingNotes(): readonly string[] {
    return this.hasTimedSales ? [TIMED_SALES_NOTE] : [];
  }

  private findParent(key: string): readonly string[] {
    const parent = this.parents.get(key) ?? this.parents.get(`id:${key}`);
    if (!parent) throw new UnreadableCell('parentId', 'must be the SKU, or id: and the ID, of a product of this file');
    return parent;
  }

  private tags(fields: readonly string[], parent: readonly string[] | undefined, text: (column: Column) => string) {
    const own = this.readAttributes(fields);
    // What a variation chooses stands in its own row; of its product it has the rest.
    const inherited = parent ? this.readAttributes(parent).filter(({ name }) => !own.some((a) => a.name === name)) : [];
    return tagCell([
      ...list(text('Categories')).map((path) => attributeTag('category', path.split('>').at(-1)!.trim())),
      ...list(text('Tags')).map((label) => labelTag(label, 'tag')),
      ...[...own, ...inherited].flatMap(({ name, values }) => values.map((value) => attributeTag(name, value))),
    ]);
  }

  private readAttributes(fields: readonly string[]): { name: string; values: string[] }[] {
    return this.attributes
      .map(({ name, values }) => ({ name: cellAt(fields, name), values: list(cellAt(fields, values)) }))
      .filter(({ name, values }) => name !== '' && values.length > 0);
  }
}

const isOn = (cell: string): boolean => cell === '' || cell === '1' || cell.toLowerCase() === 'true';
/** `backorder` may be ordered. */
const stock = (cell: string): string => (cell.toLowerCase() === 'backorder' ? 'true' : cell);

/** The text of a cell, without the apostrophe that the export puts before what a spreadsheet would calculate. */
function cellAt(fields: readonly string[], index: number): string {
  const text = textAt(fields, index);
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
}

/** Prices are written as the shop writes them: `24,90`. There are no separators of thousands. */
const price = (text: string): string => (/^\d+,\d+$/.test(text) ? text.replace(',', '.') : text);

/** A comma-separated list in which `\,` is a comma. */
function list(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((item) => item.replaceAll('\\,', ',').trim())
    .filter((item) => item !== '');
}
