import { catalogRows, DEMO_BASE_URL, products, toSlug } from './rows.mjs';

/**
 * The catalog as the demo shop shows it: what a shop system knows of its products itself. One line per product.
 * Shape: demo/shop/catalog.js.
 */
export function shopProducts() {
  const rows = Map.groupBy(catalogRows(), ({ id, parentId }) => parentId || id);
  const lines = products.map((product) =>
    JSON.stringify({
      id: product.id,
      slug: toSlug(product),
      name: product.name,
      area: product.area,
      vendor: product.vendor,
      text: product.text,
      price: product.price,
      picture: `${DEMO_BASE_URL}/demo/images/products/${product.id.toLowerCase()}.svg`,
      variants: rows.get(product.id).map((row) => ({
        id: row.id,
        name: row.name.slice(product.name.length).replace(/^ – /, ''),
        price: Number(row.price),
        color: row.color,
        shade: row.coverImage.split('#')[1],
        isAvailable: row.availability === 'in_stock',
      })),
    }),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
}
