/** Products, variants and their tags by column, with tags as indexes. docs/management.md "Tag matrix". */
export interface TagMatrix {
  /** Version of the settings that the merchant's tags are of. */
  settingsVersion: number;
  catalogVersion: number;
  /** The columns: normalized tags by name. */
  tags: string[];
  /** Number of tags that could be columns; more than `tags` has: the others are left out. */
  tagTotal: number;
  /** All namespaces of the company with their numbers of tags, by name. */
  namespaces: { name: string[]; tags: number[] };
  products: {
    id: string[];
    name: string[];
    image: (string | null)[];
    /** Tags that the merchant added, as indexes of `tags`. */
    tags: number[][];
    /** Tags of the catalog. */
    catalogTags: number[][];
  };
  variants: {
    id: string[];
    /** Index of its product. */
    product: number[];
    name: string[];
    color: (string | null)[];
    /** `1` or `0` of each variant. */
    available: string;
    tags: number[][];
    catalogTags: number[][];
  };
  /** Number of variants that the request fits; more than there are rows: the others are left out. */
  variantTotal: number;
}
