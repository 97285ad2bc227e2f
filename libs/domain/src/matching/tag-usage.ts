/** Where a tag of a company occurs, except in options, which belong to the versions of funnels. docs/management.md "Tags". */
export interface TagUsage {
  /** Normalized. */
  tag: string;
  /** Products that have it, or a variant with it, from the catalog or from the merchant. */
  products: number;
  /** Variants that have it themselves or by their product. */
  variants: number;
  /** Those of the variants that have it from the catalog. */
  byCatalog: number;
  /** Rules of all funnels with a target that names it. */
  rules: number;
  /** Tabs of all result pages that select it. */
  tabs: number;
  /** Funnels whose assortment names it. */
  assortments: number;
}
