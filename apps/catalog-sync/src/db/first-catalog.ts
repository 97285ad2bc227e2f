import { CATALOG_COLUMNS } from '../feeds/copy-text.js';
import type { Session } from './session.js';

/** Whether the company has products or variants, including removed ones. */
export async function hasRows(session: Session, companyId: string): Promise<boolean> {
  const [row] = await session.query<{ has_rows: boolean }>(
    `select exists (select from variants where company_id = $1)
         or exists (select from products where company_id = $1) as has_rows`,
    [companyId],
  );
  return row!.has_rows;
}

/** Inserts variants into the catalog in force. @param lines - of `variantLine` with `catalogFrame`. */
export async function copyVariants(session: Session, lines: AsyncIterable<Buffer>): Promise<void> {
  await session.copy(`copy variants (${CATALOG_COLUMNS.join(', ')}) from stdin`, lines);
}

/** Numbers inserted variants product by product, in the order of their file; the products are staged. */
export async function placeVariants(session: Session, companyId: string): Promise<void> {
  // The planner has no statistics of rows of this transaction: it would expect one row and scan all products for each.
  await session.query('set local enable_nestloop = off');
  await session.query(
    `update variants c
        set position = ordered.place
       from (select v.shop_system_id, row_number() over (order by p.position, v.position) - 1 as place
               from variants v
               join staged p on p.product_id = v.product_id
              where v.company_id = $1) ordered
      where c.company_id = $1 and c.shop_system_id = ordered.shop_system_id and c.position <> ordered.place`,
    [companyId],
  );
  await session.query('set local enable_nestloop to default');
}
