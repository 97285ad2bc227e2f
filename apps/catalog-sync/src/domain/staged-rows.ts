/**
 * A product as an import stages it, before it is compared with the catalog in force. A feed that mentions a product in
 * several places stages it several times with the same ordinal.
 */
export interface StagedProduct {
  /** Place among the products, from 0. */
  ordinal: number;
  id: string;
  /** The product's own name; absent: found from `words`, and `firstName` when they share none. */
  name?: string | undefined;
  /** Words that the names of the variants begin with. */
  words?: string | undefined;
  firstName?: string | undefined;
  url?: string | undefined;
  imageUrl?: string | undefined;
  vendor?: string | undefined;
  line?: string | undefined;
  tags: readonly string[];
}

/** A variant as an import stages it; its id is unique in the run. */
export interface StagedVariant {
  id: string;
  productId: string;
  name: string;
  available: boolean;
  url?: string | undefined;
  price?: string | undefined;
  compareAtPrice?: string | undefined;
  /** Absent: the company's. */
  currency?: string | undefined;
  color?: string | undefined;
  imageUrl?: string | undefined;
  shortDescription?: string | undefined;
  packageSize?: string | undefined;
  unitPriceMeasurement?: string | undefined;
  tags: readonly string[];
  /** `tags` as `tagLiteral` writes them, when that was done before: rows of a feed share theirs. */
  tagLiteral?: string | undefined;
}
