import type { Session } from '../../db/session.js';
import type { StagedVariant } from '../../domain/staged-rows.js';
import type { ParsedProduct } from './parse-product.js';

/**
 * Brings one product and its variants into the catalog in force; a variant that it has no more becomes unavailable. New rows stand at the
 * end until the next reconciliation. Within a transaction that holds the company's row of `catalogs`.
 * @returns whether anything changed.
 */
export async function mergeProduct(
  session: Session,
  companyId: string,
  product: ParsedProduct,
  variants: readonly StagedVariant[],
): Promise<boolean> {
  const products = await session.query(
    `insert into products as c (company_id, shop_system_id, position, in_feed, name, url, image_url, vendor, line, tags)
     values ($1, $2, (select coalesce(max(position) + 1, 0) from products where company_id = $1 and in_feed),
             true, $3, $4, $5, $6, null, $7)
     on conflict (company_id, shop_system_id) do update
       set position = case when c.in_feed then c.position else excluded.position end, in_feed = true,
           name = excluded.name, url = excluded.url, image_url = excluded.image_url, vendor = excluded.vendor,
           line = excluded.line, tags = excluded.tags
     where not c.in_feed or (c.name, c.url, c.image_url, c.vendor, c.line, c.tags) is distinct from
           (excluded.name, excluded.url, excluded.image_url, excluded.vendor, excluded.line, excluded.tags)
     returning 1`,
    [
      companyId,
      product.id,
      product.name,
      product.url ?? null,
      product.imageUrl ?? null,
      product.vendor ?? null,
      product.tags,
    ],
  );
  const written = await writeVariants(session, companyId, variants);
  const ids = variants.map(({ id }) => id);
  const retired = await retireVariants(session, companyId, product.id, ids);
  return products.length > 0 || written || retired;
}

/** Columns that a variant of a shop fills; the others are empty. */
const FILLED = ['product_id', 'available', 'name', 'url', 'price', 'compare_at_price', 'image_url', 'tags'];
const EMPTY = ['currency', 'color', 'short_description', 'package_size', 'unit_price_measurement'];
const COLUMNS = [...FILLED, ...EMPTY];
const list = (prefix: string) => COLUMNS.map((column) => `${prefix}${column}`).join(', ');

async function writeVariants(
  session: Session,
  companyId: string,
  variants: readonly StagedVariant[],
): Promise<boolean> {
  const rows = variants.map((variant, place) => ({
    place,
    id: variant.id,
    product_id: variant.productId,
    available: variant.available,
    name: variant.name,
    url: variant.url,
    price: variant.price,
    compare_at_price: variant.compareAtPrice,
    image_url: variant.imageUrl,
    tags: variant.tags,
  }));
  const written = await session.query(
    `with given as (
       select * from jsonb_to_recordset($2::jsonb) as given(place integer, id text, product_id text, available boolean, name text,
         url text, price text, compare_at_price text, image_url text, tags text[])
     ), fresh as (
       select id, row_number() over (order by place) - 1
                  + (select coalesce(max(position) + 1, 0) from variants where company_id = $1 and in_feed) as position
         from given
        where not exists (select from variants c where c.company_id = $1 and c.shop_system_id = given.id and c.in_feed)
     )
     insert into variants as c (company_id, shop_system_id, position, in_feed, ${FILLED.join(', ')})
     select $1, id, coalesce(fresh.position, 0), true, ${FILLED.join(', ')} from given left join fresh using (id)
     on conflict (company_id, shop_system_id) do update
       set position = case when c.in_feed then c.position else excluded.position end, in_feed = true,
           ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
     where not c.in_feed or (${list('c.')}) is distinct from (${list('excluded.')})
     returning 1`,
    [companyId, JSON.stringify(rows)],
  );
  return written.length > 0;
}

/**
 * Makes the product's variants unavailable, except those that are kept. They keep their positions until the next reconciliation, so
 * no other variant must be renumbered. @returns whether anything changed.
 */
export async function retireVariants(
  session: Session,
  companyId: string,
  productId: string,
  kept: readonly string[] = [],
): Promise<boolean> {
  const retired = await session.query(
    `update variants set available = false
      where company_id = $1 and product_id = $2 and available and not shop_system_id = any($3)
     returning 1`,
    [companyId, productId, kept],
  );
  return retired.length > 0;
}
