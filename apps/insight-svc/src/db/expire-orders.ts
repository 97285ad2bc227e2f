import type { Knex } from 'knex';

/** Orders that are older than a time, oldest first, by company; at most so many. */
export async function listOldOrders(db: Knex, before: Date, limit: number): Promise<Map<string, string[]>> {
  const rows = await db('all_orders')
    .where('ordered_at', '<', before)
    .orderBy('ordered_at')
    .limit(limit)
    .select<{ company_id: string; order_key: string }[]>('company_id', 'order_key');
  const byCompany = new Map<string, string[]>();
  for (const { company_id, order_key } of rows) {
    byCompany.set(company_id, [...(byCompany.get(company_id) ?? []), order_key]);
  }
  return byCompany;
}

/** Deletes refunds and marks of erasures that are older than the given times; at most so many refunded lines per call. @returns their number. */
export async function expireRefunds(
  db: Knex,
  before: { orders: Date; erasures: Date },
  limit: number,
): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `delete from all_refunds where (company_id, order_key, line_key, refunded_at) in
       (select company_id, order_key, line_key, refunded_at from all_refunds where refunded_at < ? order by refunded_at limit ?)`,
    [before.orders, limit],
  );
  await db('erased_analyses').where('erased_at', '<', before.erasures).delete();
  return rowCount;
}
