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
  /** Only what is attributed to analyses of this version, language and source (empty: without one). */
  versionId?: string;
  locale?: string;
  source?: string;
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
  /** Lines of which more was refunded than they were worth, such as by a refund that was sent under two ids. */
  excessRefundLines: number;
  /** Lines whose variant the catalog did not have when the order arrived; they are in rows, and never confirmed. */
  foreignLines: number;
}

/** The orders of the query: `o`. Served by orders_day_idx. */
export const IN_RANGE = `o.company_id = :companyId
  and o.ordered_at >= (:fromDay::date::timestamp at time zone :timeZone)
  and o.ordered_at < ((:toDay::date + 1)::timestamp at time zone :timeZone)`;

/** Lines of the orders `o`, with what they are reported by. A refund counts if it was made at most 60 days after the order. */
export const LINES = `
  select (o.ordered_at at time zone :timeZone)::date as day, o.order_key, o.currency, o.kind, o.totals_include_tax,
         coalesce(a.rule, 'NONE') as rule, coalesce(a.proof, 'NONE') as proof,
         case o.had_chat when true then 'RECENT' when false then 'EARLIER' else 'NEVER' end as chat,
         coalesce(a.funnel_id, '') as funnel_id, coalesce(f.version_id, a.version_id, '') as version_id,
         coalesce(f.locale, a.locale, '') as locale, coalesce(f.source, a.source, '') as source,
         coalesce(f.version_id, a.version_id) is not null as has_fact, l.variant_id, a.analysis_hash, l.amount,
         least(l.amount, coalesce((
           select sum(r.amount) from refunds r
            where r.company_id = l.company_id and r.order_key = l.order_key and r.line_key = l.line_key
              and r.refunded_at <= o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS})), 0)) as refunded
    from orders o
    join order_lines l using (company_id, order_key)
    left join attributions a using (company_id, order_key, line_key)
    left join analysis_facts f on f.company_id = l.company_id and f.analysis_hash = a.analysis_hash`;

const GROUP = 'day, currency, kind, rule, proof, chat, totals_include_tax';
const DIMENSIONS = `${GROUP}, funnel_id, version_id, locale, source`;
const SUMS = `count(distinct order_key)::integer as orders, count(*)::integer as lines, sum(amount) as gross, sum(refunded) as refunded`;

/** Only rows that are attributed; one without a source is not one without an analysis. */
export const FILTER = `(:funnelId::text is null or funnel_id = :funnelId) and (:versionId::text is null or version_id = :versionId)
  and (:locale::text is null or locale = :locale) and (:source::text is null or (source = :source and has_fact))`;

/**
 * By day, currency, kind, rule, proof, chat and tax, in this order. Exact: amounts are added up as `numeric`. A refund reduces its line on
 * the day of the order, never below 0. Orders that were deleted by age are in it with their sums.
 * @throws Error 22023 for an unknown time zone.
 */
export async function listRevenue(
  trx: Knex.Transaction,
  companyId: string,
  query: RevenueQuery,
  limit: number,
): Promise<RevenueRow[]> {
  const { rows } = await trx.raw<{ rows: RevenueRow[] }>(
    `with line as (${LINES} where ${IN_RANGE}), known as (
       select ${GROUP}, ${SUMS} from line where ${FILTER} group by ${GROUP}
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

export const NO_FILTER = { funnelId: null, versionId: null, locale: null, source: null };

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
    `insert into revenue_days (company_id, ${DIMENSIONS}, orders, lines, gross, refunded)
     select :companyId, ${DIMENSIONS}, ${SUMS}
       from (${LINES} where o.company_id = :companyId and o.order_key = any(:keys::text[])) as line
      group by ${DIMENSIONS} order by ${DIMENSIONS}
     on conflict (company_id, day, funnel_id, version_id, locale, source, currency, kind, rule, proof, chat, totals_include_tax)
     do update set orders = revenue_days.orders + excluded.orders, lines = revenue_days.lines + excluded.lines,
       gross = revenue_days.gross + excluded.gross, refunded = revenue_days.refunded + excluded.refunded`,
    { companyId, timeZone, keys },
  );
  for (const table of ['refunds', 'orders']) {
    await trx(table).where({ company_id: companyId }).whereIn('order_key', keys).delete();
  }
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
              where company_id = :companyId and names_unknown_analyses_only)::integer as "ordersWithUnknownAnalyses",
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
