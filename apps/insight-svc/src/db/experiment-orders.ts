import type { Knex } from 'knex';

/** What verified orders of a period are worth, in one currency. Served by orders_day_idx. */
export async function listOrderValues(
  trx: Knex.Transaction,
  companyId: string,
  { currency, since, until }: { currency: string; since: Date; until: Date },
): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { value: number }[] }>(
    `select sum(l.amount)::double precision as value
       from orders o join order_lines l using (company_id, order_key)
      where o.company_id = :companyId and o.kind = 'VERIFIED' and o.currency = :currency
        and o.ordered_at >= :since and o.ordered_at < :until
      group by o.order_key`,
    { companyId, currency, since, until },
  );
  return rows.map(({ value }) => value);
}
