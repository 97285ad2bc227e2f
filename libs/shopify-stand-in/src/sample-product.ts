import type { ShopProduct } from './product.js';

/** A product with shades, each a variant: ids 10 · id, 10 · id + 1 … */
export function sampleProduct(id: number, shades = 2, changes: Partial<ShopProduct> = {}): ShopProduct {
  return {
    id,
    title: `Foundation ${id}`,
    handle: `foundation-${id}`,
    status: 'ACTIVE',
    vendor: 'Glow',
    productType: 'Foundation',
    descriptionHtml: '<p>Light &amp; even.</p>',
    tags: ['finish:matte', 'bestseller'],
    onlineStoreUrl: `https://glow.example/products/foundation-${id}`,
    imageUrl: `https://cdn.shopify.example/${id}.jpg`,
    variants: Array.from({ length: shades }, (_, place) => ({
      id: id * 10 + place,
      title: `Shade ${place}`,
      sku: `SKU-${id}-${place}`,
      price: '19.90',
      compareAtPrice: null,
      inventoryQuantity: 5,
      inventoryPolicy: 'DENY' as const,
      selectedOptions: [{ name: 'Color', value: `Shade ${place}` }],
      imageUrl: null,
    })),
    ...changes,
  };
}
