import {
  type Assortment,
  type CatalogSnapshot,
  expandTags,
  MAX_MATRIX_TAGS,
  MAX_MATRIX_VARIANTS,
  normalizeTag,
  type Tagging,
  type TagMatrix,
} from '@svc/domain';

/** Which rows and columns of a matrix are wanted. */
export interface MatrixFilter {
  /** Variants of this assortment only; absent: all. */
  assortment?: Assortment | undefined;
  /** Tags of these namespaces only; empty: all. */
  namespaces: readonly string[];
  /** Part of a name or an id of a product or a variant, in any letter case; a product comes with all of its variants. Empty: all. */
  query: string;
}

/**
 * The tags of a catalog and those that the merchant added, by row. Cost: one step per tag of a row.
 * @param settingsVersion - of the tagging.
 */
export function createTagMatrix(
  snapshot: CatalogSnapshot,
  { tagging, settingsVersion }: { tagging: Tagging; settingsVersion: number },
  filter: MatrixFilter,
): TagMatrix {
  const added = {
    products: new Map(Object.entries(tagging.products)),
    variants: new Map(Object.entries(tagging.variants)),
  };
  const columns = new Columns(snapshot, tagging, filter.namespaces);
  const isWanted = createRowFilter(snapshot, added, filter);
  const products: TagMatrix['products'] = { id: [], name: [], image: [], tags: [], catalogTags: [] };
  const variants: TagMatrix['variants'] = {
    id: [],
    product: [],
    name: [],
    color: [],
    available: '',
    tags: [],
    catalogTags: [],
  };
  const rowOfProduct = new Map<number, number>();
  let available = '';
  let variantTotal = 0;
  for (const variant of snapshot.variants) {
    const product = snapshot.products[variant.product];
    if (!product || !isWanted(variant, product)) continue;
    variantTotal += 1;
    if (variants.id.length === MAX_MATRIX_VARIANTS) continue;
    let row = rowOfProduct.get(variant.product);
    if (row === undefined) {
      row = products.id.push(product.id) - 1;
      rowOfProduct.set(variant.product, row);
      products.name.push(product.name ?? product.id);
      products.image.push(product.image ?? null);
      products.tags.push(columns.toIndexes(added.products.get(product.id)));
      products.catalogTags.push(columns.toIndexes(product.tags));
    }
    variants.id.push(variant.id);
    variants.product.push(row);
    variants.name.push(variant.name ?? variant.id);
    variants.color.push(variant.color ?? null);
    available += variant.available ? '1' : '0';
    variants.tags.push(columns.toIndexes(added.variants.get(variant.id)));
    variants.catalogTags.push(columns.toIndexes(variant.tags));
  }
  variants.available = available;
  const { tags, total: tagTotal, namespaces } = columns;
  const versions = { settingsVersion, catalogVersion: snapshot.version };
  return { ...versions, tags, tagTotal, namespaces, products, variants, variantTotal };
}

/** The tags of a company in normalized spelling; an index for each that is a column. */
class Columns {
  readonly tags: string[];
  readonly total: number;
  readonly namespaces: TagMatrix['namespaces'];
  /** By spelling, as written. */
  readonly #indexes = new Map<string, number | undefined>();

  constructor({ products, variants }: CatalogSnapshot, tagging: Tagging, wanted: readonly string[]) {
    const spellings = new Set<string>();
    for (const { tags } of [...products, ...variants]) for (const tag of tags) spellings.add(tag);
    for (const list of [tagging.products, tagging.variants])
      for (const tags of Object.values(list)) for (const tag of tags) spellings.add(tag);
    const known = new Set<string>();
    const counts = new Map<string, number>();
    for (const spelling of spellings) {
      const tag = normalizeTag(spelling);
      if (tag === null || known.has(tag)) continue;
      known.add(tag);
      counts.set(getNamespace(tag), (counts.get(getNamespace(tag)) ?? 0) + 1);
    }
    const names = [...counts.keys()].sort();
    this.namespaces = { name: names, tags: names.map((name) => counts.get(name) as number) };
    const fitting = [...known].filter((tag) => wanted.length === 0 || wanted.includes(getNamespace(tag))).sort();
    this.total = fitting.length;
    this.tags = fitting.slice(0, MAX_MATRIX_TAGS);
    const indexes = new Map(this.tags.map((tag, index) => [tag, index]));
    for (const spelling of spellings) this.#indexes.set(spelling, indexes.get(normalizeTag(spelling) ?? ''));
  }

  /** Ascending, without repetitions. */
  toIndexes(tags: readonly string[] | undefined): number[] {
    if (!tags || tags.length === 0) return [];
    const found = tags.flatMap((tag) => this.#indexes.get(tag) ?? []);
    return found.length < 2 ? found : [...new Set(found)].sort((a, b) => a - b);
  }
}

const getNamespace = (tag: string): string => tag.slice(0, tag.indexOf(':'));

type Product = CatalogSnapshot['products'][number];
type Variant = CatalogSnapshot['variants'][number];

function createRowFilter(
  { products }: CatalogSnapshot,
  added: { products: Map<string, string[]>; variants: Map<string, string[]> },
  { assortment, query }: MatrixFilter,
): (variant: Variant, product: Product) => boolean {
  const part = query.trim().toLowerCase();
  const contains = ({ id, name = '' }: { id: string; name?: string }) =>
    name.toLowerCase().includes(part) || id.toLowerCase().includes(part);
  const ids = new Set(assortment?.productIds);
  const wanted = new Set(expandTags(assortment?.tags ?? []));
  const isAll = ids.size + wanted.size === 0;
  const carries = (...lists: (readonly string[] | undefined)[]) =>
    lists.some((tags) => tags && expandTags(tags).some((tag) => wanted.has(tag)));
  const productFits = new Map(
    products.map((product) => [
      product,
      {
        query: contains(product),
        assortment: isAll || ids.has(product.id) || carries(product.tags, added.products.get(product.id)),
      },
    ]),
  );
  return (variant, product) => {
    const fits = productFits.get(product);
    return (
      (fits?.query || contains(variant)) === true &&
      (fits?.assortment || carries(variant.tags, added.variants.get(variant.id))) === true
    );
  };
}
