import type { CatalogCard } from '@svc/domain';
import { runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { isWebAddress } from '../domain/web-address.js';

interface CardRow {
  variant_id: string;
  product_id: string;
  product_name: string;
  variant_name: string;
  link: string | null;
  image_url: string | null;
  short_description: string | null;
  color: string | null;
  price: string | null;
  compare_at_price: string | null;
  currency: string | null;
  available: boolean;
}

/**
 * In the order of the given ids; a repeated id gives a repeated row. One look-up by the primary keys for each id: as joins, the planner
 * compares every product with every variant until the tables of a new catalog are analyzed, which took 170 ms for 2,000 ids.
 */
export const LIST_CARDS = `
  select v.shop_system_id as variant_id, v.product_id, p.name as product_name, v.name as variant_name,
         coalesce(v.url, p.url) as link, coalesce(v.image_url, p.image_url) as image_url,
         v.short_description, v.color, v.price, v.compare_at_price,
         case when v.price is null then v.currency else coalesce(v.currency, c.currency) end as currency,
         v.available
    from unnest($2::text[]) with ordinality as asked (id, place)
   cross join lateral (select * from variants where company_id = $1 and shop_system_id = asked.id limit 1) v
   cross join lateral (select * from products where company_id = $1 and shop_system_id = v.product_id limit 1) p
    left join catalogs c on c.company_id = $1
   order by asked.place`;

/**
 * Variants of one company as shoppers see them, in the order of `variantIds`. Includes variants that are no longer in the feed, since
 * a result may be older than the catalog. Unknown ids are left out, and so are missing values of a card.
 */
export async function listCards(db: Knex, companyId: string, variantIds: readonly string[]): Promise<CatalogCard[]> {
  const statement = { name: 'list-cards', text: LIST_CARDS };
  const { rows } = await runPreparedForCompany<CardRow>(db, companyId, statement, [companyId, variantIds]);
  return rows.map(toCard);
}

function toCard(row: CardRow): CatalogCard {
  return {
    variantId: row.variant_id,
    productId: row.product_id,
    productName: row.product_name,
    variantName: row.variant_name,
    ...(isWebAddress(row.link) ? { link: row.link } : {}),
    ...(isWebAddress(row.image_url) ? { imageUrl: row.image_url } : {}),
    ...(row.short_description === null ? {} : { shortDescription: row.short_description }),
    ...(row.color === null ? {} : { color: row.color }),
    ...(row.price === null ? {} : { price: row.price }),
    ...(row.compare_at_price === null ? {} : { compareAtPrice: row.compare_at_price }),
    ...(row.currency === null ? {} : { currency: row.currency }),
    available: row.available,
  };
}
