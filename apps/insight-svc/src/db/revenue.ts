import type { UtcDay } from '@svc/domain';
import type { Knex } from 'knex';
import type { LineAttribution } from '../domain/attribution/attribute-order.js';
import type { OrderKind } from '../domain/attribution/order.js';
import {
  CREDIT_FILTER,
  columns,
  FILTER,
  fromLines,
  REVENUE_GROUP as GROUP,
  LINE_FILTER,
  NO_FILTER,
  REFUNDED,
  type RevenueQuery,
  TEXT,
} from './revenue-lines.js';
import { DAYS, OPEN_ORDERS, SUMMED } from './summed-days.js';

/** Lines of a group of orders; amounts are decimal numbers. */
export interface RevenueRow {
  day: UtcDay;
  currency: string;
  kind: OrderKind;
  rule: LineAttribution['rule'] | 'NONE';
  proof: LineAttribution['proof'] | 'NONE';
  chat: 'NEVER' | 'RECENT' | 'EARLIER';
  totalsIncludeTax: boolean;
  orders: number;
  lines: number;
  gross: string;
  refunded: string;
  net: string;
}

/** Lets the transaction hash the lines of a year in memory. */
export const prepareReport = (trx: Knex.Transaction): Promise<unknown> =>
  trx.raw("select set_config('work_mem', '32MB', true)");

const AMOUNTS = 'orders, lines, gross, refunded';

/** Orders of days that are not added up. The lines are added up by order first, so that orders need not be distinguished again. */
const OF_ORDERS = `
  select ${GROUP}, count(*) as orders, sum(lines) as lines, sum(gross) as gross, sum(refunded) as refunded
    from (select ${columns('day', 'currency', 'kind', 'rule', 'proof', 'chat', 'totals_include_tax')}, count(*) as lines,
                 sum(l.amount) as gross, sum(${REFUNDED}) as refunded
            ${fromLines(OPEN_ORDERS)} where ${LINE_FILTER}
           group by d.day, o.order_key, o.currency, o.kind, o.had_chat, o.totals_include_tax, a.rule, a.proof) as ordered
   group by ${GROUP}`;

/** Sums of days, of all funnels or of one. */
const OF_DAYS = `
  select ${GROUP}, ${AMOUNTS} from order_days
   where ${SUMMED} and scope = case when :funnelId::text is null then 'COMPANY' else 'FUNNEL' end
     and (:funnelId::text is null or funnel_id = :funnelId) and (:kind::text is null or kind = :kind)`;

const CREDIT_GROUP = 'day, currency, group_code, credit_code, chat_code';

/** By what the analysis has, of days that are added up: credited lines, and where all that is asked for is empty, those without an analysis. */
const OF_LINES = `
  select day, currency, ${TEXT.kind}, ${TEXT.rule}, ${TEXT.proof}, ${TEXT.chat}, ${TEXT.totals_include_tax},
         coalesce(orders, 0) + coalesce(shared_orders, 0), lines, gross, refunded
    from (select ${CREDIT_GROUP}, sum(day_orders) as orders, count(*) as lines, sum(amount) as gross, sum(refunded) as refunded
            from line_credits where ${SUMMED} and ${CREDIT_FILTER} group by ${CREDIT_GROUP}) as added
    left join (select ${CREDIT_GROUP}, count(distinct order_key) as shared_orders
                 from line_credits where ${SUMMED} and ${CREDIT_FILTER} and day_orders is null group by ${CREDIT_GROUP}) as shared
         using (${CREDIT_GROUP})
  union all
  select ${GROUP}, ${AMOUNTS} from (
    select *, '' as version_id, '' as locale, '' as source, false as has_fact from order_days) as uncredited
   where ${SUMMED} and scope = 'COMPANY' and rule = 'NONE' and ${FILTER}`;

/** Orders that were deleted by age. */
const OF_DELETED = `
  select ${GROUP}, ${AMOUNTS} from (select *, version_id <> '' as has_fact from revenue_days) as kept
   where company_id = :companyId and day between :fromDay::date and :toDay::date and ${FILTER}`;

/**
 * By day, currency, kind, rule, proof, chat and tax, in this order. Exact: amounts are added up as `numeric`. A refund reduces its line on
 * the day of the order, never below 0. Orders that were deleted by age are in it with their sums. Cost: sums of days; of days that are not added
 * up, their lines, and by version, language or source the credited lines.
 * @throws Error 22023 for an unknown time zone.
 */
export async function listRevenue(
  trx: Knex.Transaction,
  companyId: string,
  query: RevenueQuery,
  limit: number,
): Promise<RevenueRow[]> {
  const { versionId, locale, source } = query;
  const isByAnalysis = [versionId, locale, source].some((value) => value !== undefined);
  const { rows } = await trx.raw<{ rows: RevenueRow[] }>(
    `with ${DAYS}, known (${GROUP}, ${AMOUNTS}) as (
       ${isByAnalysis ? OF_LINES : OF_DAYS} union all ${OF_ORDERS} union all ${OF_DELETED}
     )
     select day::text as day, currency, kind, rule, proof, chat, totals_include_tax as "totalsIncludeTax",
            sum(orders)::integer as orders, sum(lines)::integer as lines,
            sum(gross)::text as gross, sum(refunded)::text as refunded, sum(gross - refunded)::text as net
       from known
      group by ${GROUP}
      order by ${GROUP}
      limit :limit`,
    { ...NO_FILTER, companyId, ...query, limit },
  );
  return rows;
}

/** Distinct windows of the orders of the query that have lines left, also of those that were deleted by age, ascending. */
export async function listAttributionDays(
  trx: Knex.Transaction,
  companyId: string,
  query: RevenueQuery,
): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { days: number }[] }>(
    `with ${DAYS}
     select o.window_days as days from ${OPEN_ORDERS}
      cross join lateral (select from order_lines where company_id = o.company_id and order_key = o.order_key limit 1) as any_line
      where :kind::text is null or o.kind = :kind
      union
     select unnest(window_days) from order_days
      where ${SUMMED} and scope = 'COMPANY' and (:kind::text is null or kind = :kind)
      union
     select unnest(window_days) from revenue_days
      where company_id = :companyId and day between :fromDay::date and :toDay::date and (:kind::text is null or kind = :kind)
      order by days`,
    { ...NO_FILTER, companyId, ...query },
  );
  return rows.map(({ days }) => days);
}
