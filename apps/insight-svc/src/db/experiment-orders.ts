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

/** The currency of most verified orders since a time; empty: there are none. */
export async function findMainCurrency(trx: Knex.Transaction, companyId: string, since: Date): Promise<string> {
  const { rows } = await trx.raw<{ rows: { currency: string }[] }>(
    `select currency from orders where company_id = ? and kind = 'VERIFIED' and ordered_at >= ?
      group by currency order by count(*) desc, currency limit 1`,
    [companyId, since],
  );
  return rows[0]?.currency ?? '';
}
