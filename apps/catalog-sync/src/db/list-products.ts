import type { CatalogProduct } from '@svc/domain';
import type { Db } from '@svc/kit';
import { type ProductRow, toProducts, type VariantRow } from './products.js';

/** Place of a product in the list: those in force first, in catalog order, then those that vanished. */
export interface ProductPlace {
  inFeed: boolean;
  position: number;
  id: string;
}

/**
 * A page of a company's products whose name, id or variant id contains the query, in any letter case. Products and variants
 * that vanished are listed too; they are unavailable.
 * @param page.productId - only the product with exactly this id; absent or empty: all.
 * @param page.tag - only products that have this tag, or a variant with it; absent or empty: all.
 * @param page.after - where the page before ended.
 */
export async function listProducts(
  db: Db,
  companyId: string,
  page: { query: string; productId?: string; tag?: string; limit: number; after?: ProductPlace },
): Promise<{ products: CatalogProduct[]; next?: ProductPlace }> {
  const query = db<ProductRow>('products as p')
    .where('p.company_id', companyId)
    .orderByRaw('(not p.in_feed), p.position, p.shop_system_id')
    .limit(page.limit + 1);
  if (page.after !== undefined) {
    const { inFeed, position, id } = page.after;
    query.whereRaw('((not p.in_feed), p.position, p.shop_system_id) > (?, ?, ?)', [!inFeed, position, id]);
  }
  if (page.query !== '') {
    query.whereRaw(
      `(position(lower(?) in lower(p.name)) > 0 or position(lower(?) in lower(p.shop_system_id)) > 0
        or p.shop_system_id in (select v.product_id from variants v
                                 where v.company_id = ? and position(lower(?) in lower(v.shop_system_id)) > 0))`,
      [page.query, page.query, companyId, page.query],
    );
  }
  if (page.productId) query.where('p.shop_system_id', page.productId);
  if (page.tag) {
    query.whereRaw(
      `(? = any(p.tags)
        or p.shop_system_id in (select v.product_id from variants v where v.company_id = ? and ? = any(v.tags)))`,
      [page.tag, companyId, page.tag],
    );
  }
  const rows = await query;
  const shown = rows.slice(0, page.limit);
  const ids = shown.map((row) => row.shop_system_id);
  const variants = await db<VariantRow>('variants')
    .where('company_id', companyId)
    .whereIn('product_id', ids)
    .orderByRaw('(not in_feed), position, shop_system_id');
  const catalog = await db<{ currency: string | null }>('catalogs').where('company_id', companyId).first('currency');
  const last = shown.at(-1);
  return {
    products: toProducts(shown, variants, catalog?.currency ?? null),
    ...(rows.length > page.limit && last
      ? { next: { inFeed: last.in_feed, position: last.position, id: last.shop_system_id } }
      : {}),
  };
}
