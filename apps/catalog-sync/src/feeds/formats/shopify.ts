import type { NativeColumn } from '@svc/domain';
import type { FeedHeader } from '../feed-header.js';
import { CANONICAL_INDEX, nativeCells } from '../native-columns.js';
import { type FeedFormat, type RowFormat, UnreadableCell } from './format.js';
import { getSourceName } from './source-name.js';
import { attributeTag, labelTag, plainText, tagCell, textAt } from './texts.js';

/** Each column under its old and its new name. */
const COLUMNS = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  description: ['Body (HTML)', 'Description'],
  vendor: ['Vendor'],
  type: ['Type'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  sku: ['Variant SKU', 'SKU'],
  price: ['Variant Price', 'Price'],
  compareAtPrice: ['Variant Compare At Price', 'Compare-at price'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  image: ['Image Src', 'Product image URL'],
  variantImage: ['Variant Image', 'Variant image URL'],
  option1Name: ['Option1 Name'],
  option1: ['Option1 Value'],
  option2Name: ['Option2 Name'],
  option2: ['Option2 Value'],
  option3Name: ['Option3 Name'],
  option3: ['Option3 Value'],
} as const;
type Column = keyof typeof COLUMNS;
const COLUMN_KEYS = Object.keys(COLUMNS) as Column[];
const OPTIONS = [
  ['option1Name', 'option1'],
  ['option2Name', 'option2'],
  ['option3Name', 'option3'],
] as const;

const SOURCE: Partial<Record<NativeColumn, Column>> = {
  id: 'sku',
  name: 'title',
  parentId: 'handle',
  price: 'price',
  compareAtPrice: 'compareAtPrice',
  availability: 'quantity',
  vendor: 'vendor',
  coverImage: 'image',
  shortDescription: 'description',
  tags: 'tags',
};
const KNOWN = new Set(Object.values(COLUMNS).flatMap((names) => names.map((name) => name.toLowerCase())));

/**
 * Product export of Shopify, with the old header or the new one. Rows of a product stand together; only the first has the texts
 * of the product, and some hold nothing but a further picture. There are no variant ids, so the SKU serves.
 */
export const shopify: FeedFormat = {
  name: 'shopify',
  title: 'Shopify export',
  required: [COLUMNS.handle, COLUMNS.title, COLUMNS.sku],
  knows: (name) => KNOWN.has(name.toLowerCase()),
  open: (header) => new ShopifyRows(header),
};

class ShopifyRows implements RowFormat {
  readonly index = CANONICAL_INDEX;
  readonly needsUrl = false;
  readonly notes = [
    'Proof of concept only: the export has no variant ids, so the SKU serves as id; use the Shopify app to match by the ids of the shop.',
    'The export has no addresses of products; links are empty unless a column mapping gives them.',
  ];
  private readonly at: Record<Column, number>;
  /** The product's cells, from its first row. */
  private product = { handle: '', cells: {} as Record<Column, string> };

  constructor(private readonly header: FeedHeader) {
    this.at = Object.fromEntries(COLUMN_KEYS.map((key) => [key, header.find(...COLUMNS[key])])) as Record<
      Column,
      number
    >;
  }

  getColumnName(column: NativeColumn): string {
    return getSourceName(column, { sources: SOURCE, at: this.at, header: this.header });
  }

  cells(fields: readonly string[]): readonly string[] | null {
    const own = (column: Column) => textAt(fields, this.at[column]);
    const handle = own('handle');
    if (handle !== this.product.handle || handle === '') {
      this.product = {
        handle,
        cells: Object.fromEntries(COLUMN_KEYS.map((key) => [key, own(key)])) as Record<Column, string>,
      };
    }
    const { cells } = this.product;
    const isPicture = own('sku') === '' && own('price') === '' && own('option1') === '' && own('title') === '';
    if (isPicture) return null;
    if (cells.title === '')
      throw new UnreadableCell(
        'name',
        'must be in the first row of a product, which its other rows must follow directly',
      );
    const options = OPTIONS.map(([name, value]) => ({ name: cells[name], value: own(value) })).filter(
      ({ value }) => value !== '' && value !== 'Default Title',
    );
    return nativeCells({
      id: own('sku'),
      parentId: handle,
      name: [cells.title, ...(options.length > 0 ? [options.map(({ value }) => value).join(' / ')] : [])].join(' - '),
      price: own('price'),
      compareAtPrice: own('compareAtPrice'),
      availability: this.isAvailable(own) ? 'true' : 'false',
      vendor: cells.vendor,
      coverImage: own('variantImage') || cells.image,
      shortDescription: plainText(cells.description),
      tags: tagCell([
        ...cells.tags.split(',').map((label) => labelTag(label.trim(), 'tag')),
        attributeTag('category', cells.type),
        ...options.map(({ name, value }) => attributeTag(name, value)),
      ]),
    });
  }

  private isAvailable(own: (column: Column) => string): boolean {
    const { status, published } = this.product.cells;
    if (status !== '' && status.toLowerCase() !== 'active') return false;
    if (published.toLowerCase() === 'false') return false;
    const goesOn = ['continue', 'true'].includes(own('policy').toLowerCase());
    return own('tracker') === '' || goesOn || own('quantity') === '' || Number(own('quantity')) > 0;
  }
}
