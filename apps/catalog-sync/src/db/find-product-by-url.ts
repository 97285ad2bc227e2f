import { type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';

/** A product that has the address of a page. */
export interface AddressedProduct {
  productId: string;
  /** It has the variant that the address names. */
  hasVariant: boolean;
}

/** Products that are read of one address. */
const MAX_PRODUCTS = 50;

const select = (name: string, condition: string): PreparedStatement => ({
  name,
  text: `
  select p.shop_system_id as "productId",
         exists (select from variants v
                  where v.company_id = $1 and v.shop_system_id = $3 and v.product_id = p.shop_system_id) as "hasVariant"
    from products p
   where p.company_id = $1 and p.in_feed and ${condition}
   order by p.position limit ${MAX_PRODUCTS}`,
});

const BY_ADDRESS = select(
  'list-products-by-address',
  'p.address_hash = page_address_hash($2) and page_address(p.url) = page_address($2)',
);
const BY_HANDLE = select(
  'list-products-by-handle',
  `p.handle_hash = product_handle_hash($2) and product_handle(p.url) = product_handle($2)
   and exists (select from shopify_shops s where s.company_id = $1)`,
);

/**
 * Products in force with this address. Served by products_address_idx.
 * @param variantId - that the address names; null: none.
 */
export const listProductsByAddress = (db: Knex, companyId: string, url: string, variantId: string | null) =>
  list(db, companyId, BY_ADDRESS, [url, variantId]);

/**
 * Products of a Shopify shop whose address has the same part from `/products/` on: collections and other hosts show the same
 * product. Served by products_handle_idx.
 */
export const listProductsByHandle = (db: Knex, companyId: string, url: string, variantId: string | null) =>
  list(db, companyId, BY_HANDLE, [url, variantId]);

async function list(
  db: Knex,
  companyId: string,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<AddressedProduct[]> {
  return (await runPreparedForCompany<AddressedProduct>(db, companyId, statement, [companyId, ...values])).rows;
}
