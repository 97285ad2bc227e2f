import { type Assortment, type CatalogSnapshot, normalizeTag, type Tagging, type TagMatrix } from '@svc/domain';
import { array, assert, boolean, constantFrom, integer, property, record, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTagMatrix, type MatrixFilter } from './tag-matrix.js';

const TAGS = ['skin:dry', 'skin: oily', 'finish:matte', 'complexion:MEDIUM/*', 'complexion:medium/warm', 'broken'];
const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const companies = record({
  products: array(record({ tags: subarray(TAGS), name: constantFrom('Velvet', 'Silk') }), {
    minLength: 1,
    maxLength: 4,
  }),
  variants: array(
    record({
      product: integer({ min: 0, max: 3 }),
      tags: subarray(TAGS),
      available: boolean(),
      name: constantFrom('Ivory', 'Rose'),
    }),
    { maxLength: 8 },
  ),
  productTags: array(subarray(TAGS, { minLength: 1 }), { maxLength: 3 }),
  variantTags: array(subarray(TAGS, { minLength: 1 }), { maxLength: 6 }),
}).map(({ products, variants, productTags, variantTags }) => {
  const snapshot: CatalogSnapshot = {
    version: 7,
    products: products.map((product, index) => ({ id: `P${index}`, image: null, ...product })),
    variants: variants.map((variant, index) => ({
      id: `V${index}`,
      color: null,
      ...variant,
      product: variant.product % products.length,
    })),
  };
  const tagging: Tagging = {
    products: Object.fromEntries(productTags.map((tags, index) => [`P${index}`, tags])),
    variants: Object.fromEntries(variantTags.map((tags, index) => [`V${index}`, tags])),
  };
  return { snapshot, tagging };
});
const filters = record({
  namespaces: subarray(['skin', 'finish', 'complexion', 'none']),
  query: constantFrom('', 'silk', 'ROSE', 'v1', 'nothing'),
  assortment: constantFrom<(Assortment | undefined)[]>(
    undefined,
    { tags: [], productIds: [] },
    { tags: ['skin:dry'], productIds: ['P0'] },
    { tags: ['complexion:MEDIUM/WARM'], productIds: [] },
  ),
});

/** What a matrix says of each variant, as texts. */
const readRows = ({ tags, products, variants }: TagMatrix) =>
  variants.id.map((id, row) => {
    const product = variants.product[row] as number;
    const names = (indexes: number[] | undefined) => (indexes ?? []).map((index) => tags[index]);
    return {
      id,
      name: variants.name[row],
      available: variants.available[row] === '1',
      tags: names(variants.tags[row]),
      catalogTags: names(variants.catalogTags[row]),
      product: [
        products.id[product],
        products.name[product],
        names(products.tags[product]),
        names(products.catalogTags[product]),
      ],
    };
  });

/** The slow and obvious twin. */
function readSlowly({ snapshot, tagging }: { snapshot: CatalogSnapshot; tagging: Tagging }, filter: MatrixFilter) {
  const cells = (tag: string): string[] =>
    tag === 'complexion:MEDIUM/*'
      ? ['COOL', 'NEUTRAL', 'WARM'].map((undertone) => `complexion:MEDIUM/${undertone}`)
      : [tag];
  const clean = (tags: string[] = []) => [...new Set(tags.flatMap((tag) => normalizeTag(tag) ?? []))].sort();
  const shown = (tags: string[] = []) =>
    clean(tags).filter(
      (tag) => filter.namespaces.length === 0 || filter.namespaces.includes(tag.split(':')[0] as string),
    );
  return snapshot.variants
    .filter((variant) => {
      const product = snapshot.products[variant.product] as CatalogSnapshot['products'][number];
      const texts = [variant.id, variant.name, product.id, product.name].map((text = '') => text.toLowerCase());
      if (!texts.some((text) => text.includes(filter.query.toLowerCase()))) return false;
      const { assortment } = filter;
      if (!assortment || assortment.tags.length + assortment.productIds.length === 0) return true;
      const own = [variant.tags, product.tags, tagging.products[product.id], tagging.variants[variant.id]];
      const carried = clean(own.flatMap((tags) => tags ?? [])).flatMap(cells);
      return (
        assortment.productIds.includes(product.id) ||
        assortment.tags.flatMap(cells).some((tag) => carried.includes(tag))
      );
    })
    .map((variant) => {
      const product = snapshot.products[variant.product] as CatalogSnapshot['products'][number];
      return {
        id: variant.id,
        name: variant.name,
        available: variant.available,
        tags: shown(tagging.variants[variant.id]),
        catalogTags: shown(variant.tags),
        product: [product.id, product.name, shown(tagging.products[product.id]), shown(product.tags)],
      };
    });
}

describe('the tag matrix (docs/management.md "Tag matrix")', () => {
  it('says of each variant what the slow twin says', () => {
    assert(
      property(companies, filters, (company, filter) => {
        const matrix = createTagMatrix(company.snapshot, { tagging: company.tagging, settingsVersion: 3 }, filter);
        expect(readRows(matrix)).toEqual(readSlowly(company, filter));
        expect([matrix.settingsVersion, matrix.catalogVersion]).toEqual([3, 7]);
        expect(matrix.variantTotal).toBe(matrix.variants.id.length);
      }),
    );
  });

  it('has at most 400 columns and 20,000 rows, and says how many there are', () => {
    const snapshot: CatalogSnapshot = {
      version: 1,
      products: [{ id: 'P', tags: ids(500, 't:') }],
      variants: ids(20_001, 'V').map((id) => ({ id, product: 0, available: true, tags: [] })),
    };
    const tagging = { tagging: { products: {}, variants: {} }, settingsVersion: 0 };
    const matrix = createTagMatrix(snapshot, tagging, { namespaces: [], query: '' });
    expect([matrix.tags.length, matrix.tagTotal]).toEqual([400, 500]);
    expect([matrix.variants.id.length, matrix.variants.available.length, matrix.variantTotal]).toEqual([
      20_000, 20_000, 20_001,
    ]);
    expect(matrix.namespaces).toEqual({ name: ['t'], tags: [500] });
    expect(matrix.products.catalogTags[0]).toHaveLength(400);
  });
});
