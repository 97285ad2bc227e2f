import {
  type ChangeConcern,
  type ChangedField,
  type ImportChanges,
  MAX_LISTED_CHANGES,
  MAX_SHOWN_TEXT,
  type RemovedVariant,
} from '../domain/import-changes.js';
import { STAGED_PRODUCTS, STAGED_VARIANTS } from './merge-staging.js';
import type { Session } from './session.js';

/** A field by its name in lists of products, as an expression with `%` for the row. */
type Fields = Record<string, string>;

const VARIANT_FIELDS: Fields = {
  price: '%.price',
  compareAtPrice: '%.compare_at_price',
  currency: '%.currency',
  available: '%.available::text',
  imageUrl: '%.image_url',
  name: '%.name',
  url: '%.url',
  color: '%.color',
  shortDescription: '%.short_description',
  packageSize: '%.package_size',
  unitPriceMeasurement: '%.unit_price_measurement',
  productId: '%.product_id',
  tags: "nullif(array_to_string(%.tags, ', '), '')",
};

const PRODUCT_FIELDS: Fields = {
  imageUrl: '%.image_url',
  name: '%.name',
  url: '%.url',
  vendor: '%.vendor',
  line: '%.line',
  tags: "nullif(array_to_string(%.tags, ', '), '')",
};

const values = (fields: Fields): string =>
  Object.entries(fields)
    .map(([field, text]) => `('${field}', ${text.replace('%', 'c')}, ${text.replace('%', 's')})`)
    .join(', ');

const changedIn = (table: string, staged: string, fields: Fields, isProduct: boolean): string =>
  `select ${isProduct} as product, s.id, s.name, s.position, f.field, f.before, f.after
     from ${staged} s
     join ${table} c on c.company_id = $1 and c.in_feed and c.shop_system_id = s.id
    cross join lateral (values ${values(fields)}) f (field, before, after)
    where f.before is distinct from f.after`;

const NUMBER = "'^[0-9]{1,12}([.][0-9]{1,12})?$'";

interface Row extends Omit<ChangedField, 'concern'> {
  concern: ChangeConcern | null;
  count: number;
  place: string;
}

/**
 * A sample of what the staged rows change: concerns first, then one change of each field in turn, so that no field hides another;
 * and the first variants that they do not name. Changes nothing. Cost: one more comparison of the two catalogs.
 */
export async function sampleChanges(session: Session, companyId: string): Promise<ImportChanges> {
  const rows = await session.query<Row>(
    `with changed as (
       ${changedIn('variants', STAGED_VARIANTS, VARIANT_FIELDS, false)}
       union all
       ${changedIn('products', STAGED_PRODUCTS, PRODUCT_FIELDS, true)}
     ), judged as (
       select *, case
                when field = 'price' and before ~ ${NUMBER} and after ~ ${NUMBER}
                 and abs(after::numeric - before::numeric) > before::numeric / 2 then 'PRICE'
                when field = 'imageUrl' and after is null then 'IMAGE'
              end as concern
         from changed
     ), ranked as (
       select *, count(*) over (partition by product, field)::int as count,
              row_number() over (partition by product, field order by concern is null, position) as turn
         from judged
     ), placed as (
       select *, row_number() over (order by concern is null, turn, product, field) as place from ranked
     )
     select product, id, name, field, left(before, ${MAX_SHOWN_TEXT}) as before, left(after, ${MAX_SHOWN_TEXT}) as after,
            concern, count, place
       from placed
      where place <= ${MAX_LISTED_CHANGES} or turn = 1
      order by place`,
    [companyId],
  );
  const fields = new Map(
    rows.map(({ product, field, count }) => [`${product} ${field}`, { product, field, count }] as const),
  );
  return {
    fields: [...fields.values()].sort((a, b) => b.count - a.count),
    changes: rows.slice(0, MAX_LISTED_CHANGES).map(({ count: _, place: __, ...change }) => change),
    removed: await listRemoved(session, companyId),
  };
}

async function listRemoved(session: Session, companyId: string): Promise<RemovedVariant[]> {
  return session.query<RemovedVariant>(
    `select c.shop_system_id as id, c.name, c.product_id as "productId", coalesce(p.name, c.product_id) as "productName"
       from variants c
       left join products p on p.company_id = c.company_id and p.shop_system_id = c.product_id
      where c.company_id = $1 and c.in_feed
        and not exists (select from ${STAGED_VARIANTS} s where s.id = c.shop_system_id)
      order by c.position limit ${MAX_LISTED_CHANGES}`,
    [companyId],
  );
}
