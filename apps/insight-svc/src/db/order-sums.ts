import type { ZonedDay } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { Knex } from 'knex';
import { REFUND_COLUMNS, REFUND_COUNTS, selectRefunds } from './kept-aside.js';
import { saveLineCredits } from './line-credits.js';
import { columns, fromLines, REVENUE_GROUP, SUMS } from './revenue-lines.js';
import { ORDERS_OF_DAY } from './summed-days.js';
import type { StaleDay } from './visit-sums.js';

/** Who holds it alone sees all orders whose days were not marked. Triggers of the tables share it: see the function `mark_order_day`. */
export const toLockOfOrderSums = (companyId: string): string => `order sums ${companyId}`;

/**
 * Days that are over and must be added up, by the zones of their companies: those that are marked, those whose sums are of another zone,
 * with the days around them, and those that the release before added up. At most so many.
 */
export async function listStaleOrderDays(db: Db, now: Date, limit: number): Promise<StaleDay[]> {
  const { rows } = await db.raw<{ rows: { company_id: string; day: string }[] }>(
    `with zoned as (
       select marked.company_id, zone, (marked.quarter at time zone zone)::date as day
         from all_order_day_marks marked left join all_company_zones z using (company_id)
        cross join lateral (select coalesce(z.time_zone, 'UTC') as zone) as own
       union
       select s.company_id, zone, s.day + shift
         from all_order_sum_days s left join all_company_zones z using (company_id)
        cross join lateral (select coalesce(z.time_zone, 'UTC') as zone) as own
        cross join generate_series(-1, 1) as shift
        where s.time_zone <> zone
       union
       select company_id, coalesce(z.time_zone, 'UTC'), s.day
         from all_order_sum_days s left join all_company_zones z using (company_id)
        where not s.has_line_credits)
     select company_id, day::text as day from zoned
      where day < (:now::timestamptz at time zone zone)::date
      order by company_id, zoned.day limit :limit`,
    { now, limit },
  );
  return rows.map(({ company_id, day }) => ({ companyId: company_id, day }));
}

const SUM_COLUMNS = columns(
  ...(['day', 'funnel_id', 'currency', 'kind', 'rule', 'proof', 'chat'] as const),
  ...(['totals_include_tax', 'order_key', 'amount', 'refunded', 'window_days'] as const),
);
/** Read by the release before. */
const CREDITED = [
  ...(['day', 'order_key', 'analysis_hash', 'variant_id', 'currency', 'kind', 'rule', 'proof', 'chat'] as const),
  ...(['totals_include_tax', 'funnel_id', 'version_id', 'locale', 'source', 'has_fact', 'tabs', 'rules'] as const),
  ...(['amount', 'refunded'] as const),
] as const;

/** Adds a day up as a whole, in place of what there is of it. The transaction must hold `toLockOfOrderSums`. */
export async function replaceOrderSums(
  trx: Knex.Transaction,
  companyId: string,
  day: ZonedDay,
  timeZone: string,
): Promise<void> {
  const values = { companyId, day, timeZone };
  await trx.raw(
    `delete from order_day_marks where company_id = :companyId and quarter >= :day::date::timestamp at time zone :timeZone
        and quarter < (:day::date + 1)::timestamp at time zone :timeZone`,
    values,
  );
  for (const table of ['order_sum_days', 'order_days', 'credited_lines', 'line_credits']) {
    await trx(table).where({ company_id: companyId, day }).delete();
  }
  await trx.raw(
    `insert into order_days (company_id, scope, funnel_id, ${REVENUE_GROUP}, orders, lines, gross, refunded, window_days)
     select :companyId, case grouping(funnel_id) when 0 then 'FUNNEL' else 'COMPANY' end, coalesce(funnel_id, ''), ${REVENUE_GROUP},
            ${SUMS}, array_agg(distinct window_days)
       from (select ${SUM_COLUMNS} ${fromLines(ORDERS_OF_DAY)}) as line
      group by grouping sets ((${REVENUE_GROUP}), (${REVENUE_GROUP}, funnel_id))`,
    values,
  );
  await trx.raw(
    `insert into credited_lines (company_id, line_number, ${CREDITED.join(', ')})
     select :companyId, row_number() over (order by o.order_key, l.line_key), ${columns(...CREDITED)}
       ${fromLines(ORDERS_OF_DAY)} where a.rule is not null`,
    values,
  );
  await saveLineCredits(trx, values);
  await trx.raw(
    `insert into order_sum_days (company_id, day, time_zone, has_line_credits, ${REFUND_COLUMNS})
     select :companyId, :day::date, :timeZone, true, ${REFUND_COUNTS} from (${selectRefunds(ORDERS_OF_DAY)}) as refunded
     having exists (select from ${ORDERS_OF_DAY})`,
    values,
  );
}
