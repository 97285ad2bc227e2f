import { readFileSync } from 'node:fs';
import { parse as parseCsv } from 'csv-parse/sync';

/**
 * The feed as variants in file order, with the merchant's `tagging` added, and products with their names and stock.
 * `available` is undefined when the cell is not understood.
 */
export function readCatalog(path, tagging) {
  const rows = parseCsv(readFileSync(path, 'utf8'), { delimiter: ';', columns: true });
  const products = new Map();
  const variants = rows.map((row) => {
    const productId = row.parentId || row.id;
    const available = { in_stock: true, out_of_stock: false }[row.availability];
    const product = products.get(productId) ?? { names: [], available: 0 };
    products.set(productId, {
      names: [...product.names, row.name],
      available: product.available + (available ? 1 : 0),
    });
    const tags = [...row.tags.split('|'), ...(tagging.products[productId] ?? []), ...(tagging.variants[row.id] ?? [])];
    return {
      id: row.id,
      productId,
      available,
      tags,
      color: row.color,
      coverImage: row.coverImage,
      price: Number(row.price),
      compareAtPrice: row.compareAtPrice ? Number(row.compareAtPrice) : undefined,
    };
  });
  return { variants, products, byId: new Map(variants.map((variant) => [variant.id, variant])) };
}
