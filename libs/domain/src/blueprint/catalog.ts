/** A product as the merchant describes it: in a blueprint's `catalog`, or collected from the rows of a feed. */
export interface CatalogProduct {
  shopSystemId: string;
  name: string;
  url?: string;
  imageUrl?: string;
  vendor?: string;
  line?: string;
  tags: string[];
  variants: CatalogVariant[];
}

export interface CatalogVariant {
  shopSystemId: string;
  name: string;
  url?: string;
  available: boolean;
  /** Decimal string with a point, for example `19.90`. */
  price?: string;
  compareAtPrice?: string;
  /** ISO 4217. */
  currency?: string;
  /** Shade as `#rrggbb`. */
  color?: string;
  imageUrl?: string;
  shortDescription?: string;
  packageSize?: string;
  unitPriceMeasurement?: string;
  tags: string[];
}

/**
 * What the matcher needs of a catalog, in catalog order: `variants[i].product` is an index into `products`.
 * catalog-sync serves it as JSON; matcher-svc keeps it in its own schema.
 */
export interface CatalogSnapshot {
  version: number;
  products: { id: string; tags: string[]; name?: string; image?: string | null }[];
  variants: {
    id: string;
    product: number;
    available: boolean;
    tags: string[];
    name?: string;
    color?: string | null;
  }[];
}
