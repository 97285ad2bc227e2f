import { expandTags, nearestTags, normalizeTag, shadeName } from '@svc/domain';
import type { Schemas } from '../../api/client.js';

export interface Target {
  tags: readonly string[];
  productIds: readonly string[];
  variantIds?: readonly string[];
}

/** Something of the catalog that can be chosen. */
export interface Choice {
  value: string;
  label: string;
}

type Matrix = Pick<Schemas['TagMatrix'], 'tags' | 'tagTotal' | 'products' | 'variants' | 'variantTotal'>;

/** Products, variants and tags in force, those that the merchant added included. docs/management.md "Tag matrix". */
export class Catalog {
  readonly #productRow: ReadonlyMap<string, number>;
  readonly #variantRow: ReadonlyMap<string, number>;
  readonly #tagIndex: ReadonlyMap<string, number>;

  constructor(readonly matrix: Matrix) {
    const { products, variants, tags } = matrix;
    this.#productRow = new Map(products.id.map((id, row) => [id, row]));
    this.#variantRow = new Map(variants.id.map((id, row) => [id, row]));
    this.#tagIndex = new Map(tags.map((tag, index) => [tag, index]));
  }

  /** Whether nothing of the company's catalog is left out: only then is a name that it lacks an unknown one. */
  get isComplete(): boolean {
    const { tags, tagTotal, variants, variantTotal } = this.matrix;
    return tags.length === tagTotal && variants.id.length === variantTotal;
  }

  getProductName = (id: string): string => this.matrix.products.name[this.#productRow.get(id) ?? -1] ?? id;

  /** `Velvet Lipstick, Coral`. */
  getVariantName = (id: string): string => {
    const row = this.#variantRow.get(id);
    return row === undefined ? id : this.#nameRow(row);
  };

  /** The product of a variant; undefined: the catalog that was read does not have the variant. */
  getProductId = (variantId: string): string | undefined => {
    const { products, variants } = this.matrix;
    return products.id[variants.product[this.#variantRow.get(variantId) ?? -1] ?? -1];
  };

  /** The picture of a variant's product. */
  getImage = (variantId: string): string | undefined => {
    const { products, variants } = this.matrix;
    return products.image[variants.product[this.#variantRow.get(variantId) ?? -1] ?? -1] ?? undefined;
  };

  #nameRow(row: number): string {
    const { products, variants } = this.matrix;
    const productName = products.name[variants.product[row] as number] ?? '';
    const shade = shadeName({ productName, variantName: variants.name[row] as string });
    return [productName, shade].filter(Boolean).join(', ');
  }

  hasProduct = (id: string): boolean => this.#productRow.has(id);
  hasVariant = (id: string): boolean => this.#variantRow.has(id);

  /** Whether some product or variant has the tag. */
  hasTag = (tag: string): boolean => expandTags([tag]).some((each) => this.#tagIndex.has(each));

  /** A known tag that is spelled much like this one. */
  findSimilarTag = (tag: string): string | undefined =>
    nearestTags([normalizeTag(tag) ?? tag], this.matrix.tags)
      .values()
      .next().value;

  readonly listTags = (): Choice[] => this.matrix.tags.map((tag) => ({ value: tag, label: tag }));
  readonly listProducts = (): Choice[] =>
    this.matrix.products.id.map((value, row) => ({ value, label: this.matrix.products.name[row] as string }));
  readonly listVariants = (): Choice[] =>
    this.matrix.variants.id.map((value, row) => ({ value, label: this.#nameRow(row) }));

  /** Variants that meet any of the three lists. docs/matching.md M3.4. */
  listTargets({ tags, productIds, variantIds = [] }: Target): string[] {
    const { products, variants } = this.matrix;
    const wanted = new Set(expandTags(tags).flatMap((tag) => this.#tagIndex.get(tag) ?? []));
    const isWanted = (index: number) => wanted.has(index);
    const byTag = (own: readonly (readonly number[])[], row: number) => own[row]?.some(isWanted) === true;
    const productRows = new Set(
      products.id.flatMap((id, row) =>
        productIds.includes(id) || byTag(products.tags, row) || byTag(products.catalogTags, row) ? [row] : [],
      ),
    );
    const ids = new Set(variantIds);
    return variants.id.filter(
      (id, row) =>
        ids.has(id) ||
        productRows.has(variants.product[row] as number) ||
        byTag(variants.tags, row) ||
        byTag(variants.catalogTags, row),
    );
  }
}

export const EMPTY_CATALOG = new Catalog({
  tags: [],
  tagTotal: 0,
  products: { id: [], name: [], image: [], tags: [], catalogTags: [] },
  variants: { id: [], product: [], name: [], color: [], available: '', tags: [], catalogTags: [] },
  // Not complete, so that no name is called unknown.
  variantTotal: 1,
});
