import type { ZonedDay } from '@svc/domain';
import type { Knex } from 'knex';
import { columns, fromLines } from './revenue-lines.js';
import { ORDERS_OF_DAY } from './summed-days.js';

const COLUMNS = [
  ...(['day', 'group_code', 'credit_code', 'chat_code', 'currency', 'variant_id', 'amount', 'refunded'] as const),
  ...(['places', 'funnel_id', 'version_id', 'locale', 'source', 'has_fact', 'analysis_hash', 'order_key'] as const),
] as const;

/**
 * Saves the credited lines of a day that has none, with what makes their orders and analyses countable by addition: most orders and analyses
 * count at one line of them, whatever the filter. Where they may not, lines have null, and reports distinguish what these belong to. An order
 * is of one day; analyses may have orders on others, whose lines lose their number then. Those are looked up one by one (`offset 0`): in a
 * table that grew since its statistics PostgreSQL would read all lines. The transaction must hold `toLockOfOrderSums`.
 */
export async function saveLineCredits(
  trx: Knex.Transaction,
  values: { companyId: string; day: ZonedDay; timeZone: string },
): Promise<void> {
  await trx.raw(
    `insert into line_credits (company_id, line_number, ${COLUMNS.join(', ')}, day_orders, variant_orders, variant_analyses)
     select :companyId, row_number() over (order by order_key, line_key), ${COLUMNS.join(', ')},
            case when min(analysis) over of_order = max(analysis) over of_order
                 then case when line_key = min(line_key) over of_order then 1 else 0 end end,
            case when min(analysis) over of_variant = max(analysis) over of_variant
                 then case when line_key = min(line_key) over of_variant then 1 else 0 end end,
            case when min(order_key) over of_analysis = max(order_key) over of_analysis and not exists (
                   select from line_credits known
                    where known.company_id = :companyId and known.analysis_hash = line.analysis_hash
                      and known.variant_id = line.variant_id and known.credit_code = line.credit_code offset 0)
                 then case when line_key = min(line_key) over of_analysis then 1 else 0 end end
       from (select ${columns(...COLUMNS)}, l.line_key, encode(a.analysis_hash, 'hex') as analysis
               ${fromLines(ORDERS_OF_DAY)} where a.rule is not null) as line
     window of_order as (partition by order_key, credit_code), of_variant as (partition by order_key, credit_code, variant_id),
            of_analysis as (partition by analysis_hash, credit_code, variant_id)`,
    values,
  );
  await trx.raw(
    `update line_credits set variant_analyses = null
      where company_id = :companyId and (day, line_number) in (
        select known.day, known.line_number
          from (select distinct analysis_hash, variant_id, credit_code from line_credits
                 where company_id = :companyId and day = :day::date) as added
         cross join lateral (
           select day, line_number from line_credits
            where company_id = :companyId and analysis_hash = added.analysis_hash and variant_id = added.variant_id
              and credit_code = added.credit_code and day <> :day::date and variant_analyses is not null offset 0) as known)`,
    values,
  );
}
