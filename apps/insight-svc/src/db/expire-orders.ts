import type { Knex } from 'knex';

/** Deletes what is older than the given times, of all companies; at most so many orders and refunded lines per call, so that a call is short. */
export async function expireOrders(
  db: Knex,
  before: { orders: Date; erasures: Date },
  limit: number,
): Promise<{ orders: number; refunds: number }> {
  const [orders, refunds] = [
    await db.raw<{ rowCount: number }>(
      `delete from all_orders where (company_id, order_key) in
         (select company_id, order_key from all_orders where ordered_at < ? order by ordered_at limit ?)`,
      [before.orders, limit],
    ),
    await db.raw<{ rowCount: number }>(
      `delete from all_refunds where (company_id, order_key, line_key, refunded_at) in
         (select company_id, order_key, line_key, refunded_at from all_refunds where refunded_at < ? order by refunded_at limit ?)`,
      [before.orders, limit],
    ),
  ];
  await db('erased_analyses').where('erased_at', '<', before.erasures).delete();
  return { orders: orders.rowCount, refunds: refunds.rowCount };
}
