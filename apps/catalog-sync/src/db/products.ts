import type { CatalogProduct, CatalogVariant } from '@svc/domain';

export interface ProductRow {
  shop_system_id: string;
  position: number;
  in_feed: boolean;
  name: string;
  url: string | null;
  image_url: string | null;
  vendor: string | null;
  line: string | null;
  tags: string[];
}

export interface VariantRow {
  shop_system_id: string;
  product_id: string;
  available: boolean;
  name: string;
  url: string | null;
  price: string | null;
  compare_at_price: string | null;
  currency: string | null;
  color: string | null;
  image_url: string | null;
  short_description: string | null;
  package_size: string | null;
  unit_price_measurement: string | null;
  tags: string[];
}

/**
 * Products with their variants, in the order of the rows.
 * @param currency - of variants that have a price and name none; null: leave it out.
 */
export function toProducts(
  products: readonly ProductRow[],
  variants: readonly VariantRow[],
  currency: string | null,
): CatalogProduct[] {
  const variantsByProduct = new Map<string, CatalogVariant[]>(products.map((product) => [product.shop_system_id, []]));
  for (const variant of variants) variantsByProduct.get(variant.product_id)?.push(toVariant(variant, currency));
  return products.map((product) => ({
    shopSystemId: product.shop_system_id,
    name: product.name,
    ...given({ url: product.url, imageUrl: product.image_url, vendor: product.vendor, line: product.line }),
    tags: product.tags,
    variants: variantsByProduct.get(product.shop_system_id) ?? [],
  }));
}

function toVariant(row: VariantRow, currency: string | null): CatalogVariant {
  return {
    shopSystemId: row.shop_system_id,
    name: row.name,
    ...given({ url: row.url }),
    available: row.available,
    ...given({
      price: row.price,
      compareAtPrice: row.compare_at_price,
      currency: row.currency ?? (row.price === null ? null : currency),
      color: row.color,
      imageUrl: row.image_url,
      shortDescription: row.short_description,
      packageSize: row.package_size,
      unitPriceMeasurement: row.unit_price_measurement,
    }),
    tags: row.tags,
  };
}

/** The members that are not null. */
function given<K extends string>(values: Record<K, string | null>): Partial<Record<K, string>> {
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Partial<Record<K, string>>;
}
