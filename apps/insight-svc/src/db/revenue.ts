import type { Knex } from 'knex';
import { REFUND_DAYS } from '../domain/attribution/amounts.js';
import type { LineAttribution } from '../domain/attribution/attribute-order.js';
import type { OrderKind } from '../domain/attribution/order.js';
import type { UtcDay } from '../domain/visits/utc-day.js';

export interface RevenueQuery {
  /** First and last day in the time zone. */
  fromDay: UtcDay;
  toDay: UtcDay;
  /** IANA name. */
  timeZone: string;
  /** Only what is attributed to analyses of this funnel. */
  funnelId?: string;
}

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
}

/** The orders of the query: `o`. Served by orders_day_idx. */
const IN_RANGE = `o.company_id = :companyId
  and o.ordered_at >= (:fromDay::date::timestamp at time zone :timeZone)
  and o.ordered_at < ((:toDay::date + 1)::timestamp at time zone :timeZone)`;

/**
 * By day, currency, kind, rule, proof, chat and tax, in this order. Exact: amounts are added up as `numeric`. A refund reduces its line on
 * the day of the order, never below 0, if it was made at most 60 days after the order.
 * @throws Error 22023 for an unknown time zone.
 */
export async function listRevenue(
  trx: Knex.Transaction,
  companyId: string,
  query: RevenueQuery,
  limit: number,
): Promise<RevenueRow[]> {
  const { rows } = await trx.raw<{ rows: RevenueRow[] }>(
    `with line as (
       select (o.ordered_at at time zone :timeZone)::date::text as day, o.order_key, o.currency, o.kind, o.totals_include_tax,
              coalesce(a.rule, 'NONE') as rule, coalesce(a.proof, 'NONE') as proof,
              case o.had_chat when true then 'RECENT' when false then 'EARLIER' else 'NEVER' end as chat,
              l.amount,
              least(l.amount, coalesce((
                select sum(r.amount) from refunds r
                 where r.company_id = l.company_id and r.order_key = l.order_key and r.line_key = l.line_key
                   and r.refunded_at <= o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS})), 0)) as refunded
         from orders o
         join order_lines l using (company_id, order_key)
         left join attributions a using (company_id, order_key, line_key)
        where ${IN_RANGE} and (:funnelId::text is null or a.funnel_id = :funnelId)
     )
     select day, currency, kind, rule, proof, chat, totals_include_tax as "totalsIncludeTax",
            count(distinct order_key)::integer as orders, count(*)::integer as lines,
            sum(amount)::text as gross, sum(refunded)::text as refunded, sum(amount - refunded)::text as net
       from line
      group by day, currency, kind, rule, proof, chat, totals_include_tax
      order by day, currency, kind, rule, proof, chat, totals_include_tax
      limit :limit`,
    { companyId, funnelId: null, ...query, limit },
  );
  return rows;
}

/** Distinct windows of the orders of the query, ascending. */
export async function listAttributionDays(
  trx: Knex.Transaction,
  companyId: string,
  query: RevenueQuery,
): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { days: number }[] }>(
    `select distinct o.window_days as days from orders o where ${IN_RANGE} order by days`,
    { companyId, ...query },
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
              where company_id = :companyId and names_unknown_analyses_only)::integer as "ordersWithUnknownAnalyses"
       from refunds r
       left join orders o using (company_id, order_key)
       left join order_lines l using (company_id, order_key, line_key)
      where r.company_id = :companyId`,
    { companyId },
  );
  return rows[0]!;
}
