import type { NativeColumn } from '@svc/domain';
import { parseColor } from '../cells.js';
import { CANONICAL_INDEX, nativeCells } from '../native-columns.js';
import type { FeedFormat } from './format.js';
import { getSourceName } from './source-name.js';
import { attributeTag, labelTag, plainText, TIMED_SALES_NOTE, tagCell, textAt } from './texts.js';

const COLUMNS = [
  'id',
  'title',
  'link',
  'item_group_id',
  'availability',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'image_link',
  'description',
  'brand',
  'color',
  'product_type',
  'unit_pricing_measure',
  'unit_pricing_base_measure',
  'custom_label_0',
  'custom_label_1',
  'custom_label_2',
  'custom_label_3',
  'custom_label_4',
] as const;
type Column = (typeof COLUMNS)[number];

const SOURCE: Partial<Record<NativeColumn, Column>> = {
  id: 'id',
  name: 'title',
  url: 'link',
  parentId: 'item_group_id',
  price: 'price',
  compareAtPrice: 'price',
  currency: 'price',
  availability: 'availability',
  vendor: 'brand',
  packageSize: 'unit_pricing_measure',
  unitPriceMeasurement: 'unit_pricing_base_measure',
  coverImage: 'image_link',
  shortDescription: 'description',
  color: 'color',
};

/** Names may be written with spaces and with the prefix of the XML feed: `g:item group id`. */
const spellings = (column: string): string[] => {
  const spaced = column.replaceAll('_', ' ');
  return [column, spaced, `g:${column}`, `g:${spaced}`];
};
const KNOWN = new Set(COLUMNS.flatMap(spellings));

/** What can be ordered now or will be delivered later may be recommended. */
const AVAILABILITY: Record<string, string> = {
  in_stock: 'in_stock',
  preorder: 'in_stock',
  backorder: 'in_stock',
  out_of_stock: 'out_of_stock',
};

/**
 * Google Merchant Center product feed, tab- or comma-separated. Product data specification of Google Merchant Center: prices are
 * `15.00 USD`, product types are paths, colors are names; custom labels are the merchant's own.
 */
export const gmc: FeedFormat = {
  name: 'gmc',
  title: 'Google Merchant Center feed',
  required: ['id', 'title', 'link'].map(spellings),
  knows: (name) => KNOWN.has(name.toLowerCase()),
  open(header) {
    const at = Object.fromEntries(COLUMNS.map((column) => [column, header.find(...spellings(column))])) as Record<
      Column,
      number
    >;
    let hasTimedSales = false;
    return {
      index: CANONICAL_INDEX,
      getColumnName: (column) => getSourceName(column, { sources: SOURCE, at, header }),
      needsUrl: true,
      notes: [],
      closingNotes: () => (hasTimedSales ? [TIMED_SALES_NOTE] : []),
      cells(fields) {
        const text = (column: Column) => textAt(fields, at[column]);
        const isTimed = text('sale_price') !== '' && text('sale_price_effective_date') !== '';
        hasTimedSales ||= isTimed;
        return cells(isTimed ? (column) => (column === 'sale_price' ? '' : text(column)) : text);
      },
    };
  },
};

function cells(text: (column: Column) => string): string[] {
  const regular = readPrice(text('price'));
  const sale = readPrice(text('sale_price'));
  const availability = text('availability');
  const color = text('color');
  const isHex = parseColor(color) !== undefined;
  return nativeCells({
    id: text('id'),
    name: text('title'),
    url: text('link'),
    parentId: text('item_group_id'),
    price: sale.amount || regular.amount,
    compareAtPrice: sale.amount === '' ? '' : regular.amount,
    currency: sale.currency || regular.currency,
    availability: AVAILABILITY[availability.toLowerCase().replaceAll(' ', '_')] ?? availability,
    vendor: text('brand'),
    packageSize: text('unit_pricing_measure'),
    unitPriceMeasurement: text('unit_pricing_base_measure'),
    coverImage: text('image_link'),
    shortDescription: plainText(text('description')),
    color: isHex ? color : '',
    tags: tagCell([
      ...(isHex ? [] : color.split('/').map((name) => attributeTag('color', name.trim()))),
      ...productTypes(text('product_type')).map((path) => attributeTag('category', path.split('>').at(-1)!.trim())),
      ...([0, 1, 2, 3, 4] as const).flatMap((number) =>
        labels(text(`custom_label_${number}`)).map((label) => labelTag(label, `custom_label_${number}`)),
      ),
    ]),
  });
}

/**
 * Product types: one, or several paths separated by commas. A comma separates paths only if every part is a path (contains `>`).
 */
function productTypes(text: string): string[] {
  const paths = text.replaceAll('"', '').split(',');
  return paths.every((path) => path.includes('>')) ? paths : [paths.join(',')];
}

const labels = (text: string): string[] => text.split(/[|,]/).map((label) => label.trim());

/** `15.00 USD` in its parts; what is not written so stays an amount that the reader rejects. */
function readPrice(text: string): { amount: string; currency: string } {
  const parts = /^(\d+(?:\.\d+)?)\s*([A-Za-z]{3})$/.exec(text);
  return parts ? { amount: parts[1]!, currency: parts[2]! } : { amount: text, currency: '' };
}
