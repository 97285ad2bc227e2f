import type { Knex } from 'knex';
import { REFUND_DAYS } from '../domain/attribution/amounts.js';
import type { LineAttribution } from '../domain/attribution/attribute-order.js';
import type { OrderKind } from '../domain/attribution/order.js';
import type { UtcDay } from '../domain/visits/utc-day.js';
import {
  columns,
  FILTER,
  REVENUE_GROUP as GROUP,
  IN_RANGE,
  LINE_FILTER,
  linesOf,
  NO_FILTER,
  REFUNDED,
  type RevenueQuery,
} from './revenue-lines.js';

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

/** What was received and is in no row, of the whole company. */
export interface RevenueKeptAside {
  waitingRefunds: number;
  unknownRefundLines: number;
  lateRefunds: number;
  ordersWithUnknownAnalyses: number;
  /** Orders that name more analyses than are read. */
  ordersWithUnreadAnalyses: number;
  /** Lines of which more was refunded than they were worth, such as by a refund that was sent under two ids. */
  excessRefundLines: number;
  /** Lines whose variant the catalog did not have when the order arrived; they are in rows, and never confirmed. */
  foreignLines: number;
}

/**
 * By day, currency, kind, rule, proof, chat and tax, in this order. Exact: amounts are added up as `numeric`. A refund reduces its line on
 * the day of the order, never below 0. Orders that were deleted by age are in it with their sums. Cost: the lines of the query are read once,
 * and added up by order first, so that orders need not be distinguished again.
 * @throws Error 22023 for an unknown time zone.
 */
export async function listRevenue(
  trx: Knex.Transaction,
  companyId: string,
  query: RevenueQuery,
  limit: number,
): Promise<RevenueRow[]> {
  const { rows } = await trx.raw<{ rows: RevenueRow[] }>(
    `with ordered as (
       select ${columns('day', 'currency', 'kind', 'rule', 'proof', 'chat', 'totals_include_tax')}, count(*) as lines,
              sum(l.amount) as gross, sum(${REFUNDED}) as refunded
         ${linesOf(IN_RANGE)} and ${LINE_FILTER}
        group by o.company_id, o.order_key, a.rule, a.proof
     ), known as (
       select ${GROUP}, count(*) as orders, sum(lines) as lines, sum(gross) as gross, sum(refunded) as refunded
         from ordered group by ${GROUP}
       union all
       select ${GROUP}, orders, lines, gross, refunded from (
         select *, version_id <> '' as has_fact from revenue_days) as kept
        where company_id = :companyId and day between :fromDay::date and :toDay::date and ${FILTER}
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

/** Distinct windows of the orders of the query, also of those that were deleted by age, ascending. */
export async function listAttributionDays(
  trx: Knex.Transaction,
  companyId: string,
  query: RevenueQuery,
): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { days: number }[] }>(
    `select o.window_days as days from orders o where ${IN_RANGE} and (:kind::text is null or o.kind = :kind)
      union
     select unnest(window_days) from revenue_days
      where company_id = :companyId and day between :fromDay::date and :toDay::date and (:kind::text is null or kind = :kind)
      order by days`,
    { ...NO_FILTER, companyId, ...query },
  );
  return rows.map(({ days }) => days);
}

/** Served by the primary keys of orders and lines, and by refunds_order_idx. */
export async function countKeptAside(trx: Knex.Transaction, companyId: string): Promise<RevenueKeptAside> {
  const { rows } = await trx.raw<{ rows: RevenueKeptAside[] }>(
    `select count(distinct r.refund_key) filter (where o.order_key is null)::integer as "waitingRefunds",
            count(*) filter (where o.order_key is not null and l.line_key is null)::integer as "unknownRefundLines",
            count(distinct r.refund_key) filter (
              where r.refunded_at > o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS}))::integer as "lateRefunds",
            (select count(*) from orders
              where company_id = :companyId and names_unknown_analyses_only)::integer as "ordersWithUnknownAnalyses",
            (select count(*) from orders where company_id = :companyId and unread_analyses > 0)::integer as "ordersWithUnreadAnalyses",
            (select count(*) from order_lines where company_id = :companyId and is_foreign)::integer as "foreignLines",
            (select count(*) from (
              select from refunds join order_lines line using (company_id, order_key, line_key)
                join orders bought using (company_id, order_key)
               where company_id = :companyId
                 and refunds.refunded_at <= bought.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS})
               group by order_key, line_key, line.amount having sum(refunds.amount) > line.amount) as excess)::integer as "excessRefundLines"
       from refunds r
       left join orders o using (company_id, order_key)
       left join order_lines l using (company_id, order_key, line_key)
      where r.company_id = :companyId`,
    { companyId },
  );
  return rows[0]!;
}
