import type { Knex } from 'knex';
import { foldPlaces } from './place-revenue.js';
import { columns, fromLines, REVENUE_GROUP, SUMS } from './revenue-lines.js';
import { ORDERS_BY_KEY } from './summed-days.js';

const DIMENSIONS = `${REVENUE_GROUP}, funnel_id, version_id, locale, source`;
const COLUMNS = columns(
  ...([
    'day',
    'currency',
    'kind',
    'rule',
    'proof',
    'chat',
    'totals_include_tax',
    'funnel_id',
    'version_id',
    'locale',
  ] as const),
  ...(['source', 'order_key', 'amount', 'refunded', 'window_days'] as const),
);

/**
 * Deletes orders of a company and adds what they were worth to `revenue_days`, in the same transaction, so that an order is in one of them.
 * @param orderKeys - those that another transaction deletes meanwhile are left out.
 */
export async function foldOrders(
  trx: Knex.Transaction,
  companyId: string,
  orderKeys: readonly string[],
  timeZone: string,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { order_key: string }[] }>(
    'select order_key from orders where company_id = ? and order_key = any(?::text[]) order by order_key for update',
    [companyId, [...orderKeys]],
  );
  const keys = rows.map(({ order_key }) => order_key);
  if (keys.length === 0) return;
  await trx.raw(
    `insert into revenue_days (company_id, ${DIMENSIONS}, orders, lines, gross, refunded, window_days)
     select :companyId, ${DIMENSIONS}, ${SUMS}, array_agg(distinct window_days)
       from (select ${COLUMNS} ${fromLines(ORDERS_BY_KEY)}) as line
      group by ${DIMENSIONS} order by ${DIMENSIONS}
     on conflict (company_id, day, funnel_id, version_id, locale, source, currency, kind, rule, proof, chat, totals_include_tax)
     do update set orders = revenue_days.orders + excluded.orders, lines = revenue_days.lines + excluded.lines,
       gross = revenue_days.gross + excluded.gross, refunded = revenue_days.refunded + excluded.refunded,
       window_days = array(select distinct unnest(revenue_days.window_days || excluded.window_days) order by 1)`,
    { companyId, timeZone, keys },
  );
  await foldPlaces(trx, companyId, keys, timeZone);
  for (const table of ['refunds', 'orders']) {
    await trx(table).where({ company_id: companyId }).whereIn('order_key', keys).delete();
  }
}
