import { type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';

const LIST: PreparedStatement = {
  name: 'list-product-directories',
  text: `
  select substring(page_address(url) from '^[^/]*(/(?:.*/)?)') as directory
    from products where company_id = $1 and in_feed and address_hash is not null
   union
  select directory from unnest($2::text[]) directory where exists (select from shopify_shops where company_id = $1)`,
};

/**
 * Directories of the paths of product pages, percent-decoded, each once: `/p/`. Reads every product of the catalog in force.
 * @param ofShopify - directories that every Shopify shop has as well.
 */
export async function listProductDirectories(
  db: Knex,
  companyId: string,
  ofShopify: readonly string[],
): Promise<string[]> {
  const { rows } = await runPreparedForCompany<{ directory: string | null }>(db, companyId, LIST, [
    companyId,
    ofShopify,
  ]);
  // A path without any slash: the address is that of a host.
  return rows.map(({ directory }) => directory ?? '/');
}
