import type { StagedProduct, StagedVariant } from '../domain/staged-rows.js';

/** Columns of a staged row in the order in which `productLine` and `variantLine` write them. */
export const STAGED_COLUMNS = [
  'position',
  'product_id',
  'id',
  'name',
  'url',
  'image_url',
  'tags',
  'available',
  'price',
  'compare_at_price',
  'currency',
  'color',
  'short_description',
  'package_size',
  'unit_price_measurement',
  'words',
  'first_name',
  'vendor',
  'line',
] as const;

const NULL = '\\N';
const PRODUCT_BLANKS = `${NULL}\t`.repeat(8);

/** What stands around the columns of a variant in a line. */
export interface VariantFrame {
  before: string;
  after: string;
}

/** Columns of `variants` in the order of `catalogFrame`. */
export const CATALOG_COLUMNS = ['company_id', 'in_feed', ...STAGED_COLUMNS.slice(0, 15)].map((column) =>
  column === 'id' ? 'shop_system_id' : column,
);

const STAGED_FRAME: VariantFrame = { before: '', after: `${`\t${NULL}`.repeat(4)}\n` };

/** Lines of the catalog in force itself, instead of the staging table. */
export const catalogFrame = (companyId: string): VariantFrame => ({
  before: `${escapeCopy(companyId)}\tt\t`,
  after: '\n',
});

/**
 * A product as a line of PostgreSQL's text format for COPY. Its `id` is null, which distinguishes it from a variant.
 * @param plain - no value holds a backslash, tab or line break, so nothing is escaped.
 */
export function productLine(product: StagedProduct, plain = false): string {
  const text = plain ? plainText : escapedText;
  return (
    `${product.ordinal}\t${text(product.id)}\t${NULL}\t${text(product.name)}\t${text(product.url)}\t${text(product.imageUrl)}` +
    `\t${tagLiteral(product.tags)}\t${PRODUCT_BLANKS}${text(product.words)}\t${text(product.firstName)}` +
    `\t${text(product.vendor)}\t${text(product.line)}\n`
  );
}

/**
 * A variant as a line of PostgreSQL's text format for COPY.
 * @param position - its place among the variants, from 0.
 * @param plain - as for `productLine`.
 */
export function variantLine(
  variant: StagedVariant,
  position: number,
  plain = false,
  { before, after }: VariantFrame = STAGED_FRAME,
): string {
  const text = plain ? plainText : escapedText;
  return (
    `${before}${position}\t${text(variant.productId)}\t${text(variant.id)}\t${text(variant.name)}\t${text(variant.url)}` +
    `\t${text(variant.imageUrl)}\t${variant.tagLiteral ?? tagLiteral(variant.tags)}\t${variant.available ? 't' : 'f'}\t${text(variant.price)}` +
    `\t${text(variant.compareAtPrice)}\t${text(variant.currency)}\t${text(variant.color)}` +
    `\t${text(variant.shortDescription)}\t${text(variant.packageSize)}\t${text(variant.unitPriceMeasurement)}${after}`
  );
}

function plainText(value: string | undefined): string {
  return value ?? NULL;
}

function escapedText(value: string | undefined): string {
  return value === undefined ? NULL : escapeCopy(value);
}

function escapeCopy(value: string): string {
  return value.replace(/[\\\t\n\r]/g, (character) => {
    if (character === '\t') return '\\t';
    if (character === '\n') return '\\n';
    return character === '\r' ? '\\r' : '\\\\';
  });
}

/** Tags as they stand in a line: an array literal. */
export function tagLiteral(tags: readonly string[]): string {
  if (tags.length === 0) return '{}';
  return escapeCopy(`{${tags.map((tag) => `"${tag.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
}
