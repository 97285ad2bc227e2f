let loading;

/** Every product of the shop, fetched once per page load. */
export function loadProducts() {
  loading ??= fetch('/shop/products.json').then((response) => response.json());
  return loading;
}

/** @returns the product with this address name; undefined: there is none. */
export const findProduct = async (slug) => (await loadProducts()).find((product) => product.slug === slug);

/** @returns product and variant with this shop-system id. */
export async function findVariant(id) {
  for (const product of await loadProducts()) {
    const variant = product.variants.find((each) => each.id === id);
    if (variant) return { product, variant };
  }
  return undefined;
}

/** Address of the picture in the variant's shade. */
export const toPicture = (product, { shade }) => (shade ? `${product.picture}#${shade}` : product.picture);

/** The shop has one currency and one language. `Intl.NumberFormat` would take 80 ms on a phone, the longest task of a page. */
export const formatPrice = (amount) => `€${amount.toFixed(2)}`;
