import type { NativeColumn } from '@svc/domain';
import type { FeedHeader } from '../feed-header.js';
import { CANONICAL_INDEX, nativeCells } from '../native-columns.js';
import { type FeedFormat, type Parents, type RowFormat, UnreadableCell } from './format.js';
import { getSourceName } from './source-name.js';
import { plainText, textAt } from './texts.js';

const COLUMNS = [
  'id',
  'parent_id',
  'product_number',
  'active',
  'stock',
  'is_closeout',
  'name',
  'description',
  'price_gross',
  'cover_media_url',
  'manufacturer_name',
  'url',
] as const;
type Column = (typeof COLUMNS)[number];

const SOURCE: Partial<Record<NativeColumn, Column>> = {
  id: 'id',
  name: 'name',
  url: 'url',
  parentId: 'parent_id',
  price: 'price_gross',
  availability: 'stock',
  vendor: 'manufacturer_name',
  coverImage: 'cover_media_url',
  shortDescription: 'description',
};
const KNOWN = new Set<string>(COLUMNS);

/**
 * Export of Shopware 6 with its default product profile (`;`). A product with variants is a row without `parent_id` that is not sold
 * itself; its variants leave empty what they take over from it. Categories, properties and options are ids there, which mean
 * nothing to a shopper, so they become no tags.
 */
export const shopware6: FeedFormat = {
  name: 'shopware6',
  title: 'Shopware 6 export',
  required: ['id', 'parent_id', 'product_number', 'name'],
  knows: (name) => KNOWN.has(name.toLowerCase()),
  inheritance(header) {
    const [id, parent] = [header.find('id'), header.find('parent_id')];
    return {
      getKeys: (fields) => [textAt(fields, id)].filter((key) => key !== ''),
      getParentKey: (fields) => textAt(fields, parent) || undefined,
    };
  },
  open: (header, parents) => new ShopwareRows(header, parents),
};

class ShopwareRows implements RowFormat {
  readonly index = CANONICAL_INDEX;
  readonly needsUrl = false;
  readonly notes: readonly string[];
  private readonly at: Record<Column, number>;

  constructor(
    private readonly header: FeedHeader,
    private readonly parents: Parents,
  ) {
    this.at = Object.fromEntries(COLUMNS.map((column) => [column, header.find(column)])) as Record<Column, number>;
    this.notes = [
      'Categories, properties and options are ids in this export, so they gave no tags.',
      ...(this.at.url < 0
        ? ['The export has no addresses of products; links are empty unless a column mapping gives them.']
        : []),
    ];
  }

  getColumnName(column: NativeColumn): string {
    return getSourceName(column, { sources: SOURCE, at: this.at, header: this.header });
  }

  cells(fields: readonly string[]): readonly string[] | null {
    const own = (column: Column) => textAt(fields, this.at[column]);
    if (this.parents.has(own('id'))) return null;
    const parentId = own('parent_id');
    const parent = parentId === '' ? undefined : this.parents.get(parentId);
    if (parentId !== '' && !parent) throw new UnreadableCell('parentId', 'must be the id of a product of this file');
    const text = (column: Column) => own(column) || (parent ? textAt(parent, this.at[column]) : '');
    return nativeCells({
      id: own('id'),
      parentId,
      name: text('name'),
      url: text('url'),
      price: text('price_gross'),
      availability: availability(text('active'), own('stock'), text('is_closeout')),
      vendor: text('manufacturer_name'),
      coverImage: text('cover_media_url'),
      shortDescription: plainText(text('description')),
    });
  }
}

/** What is out of stock is still sold unless it is a closeout; without that column it is taken for one. */
function availability(active: string, stock: string, closeout: string): string {
  if (active !== '' && active !== '1' && active.toLowerCase() !== 'true') return 'false';
  if (stock === '' || closeout === '0' || closeout.toLowerCase() === 'false') return 'true';
  return /^-?\d+$/.test(stock) ? String(Number(stock) > 0) : stock;
}
