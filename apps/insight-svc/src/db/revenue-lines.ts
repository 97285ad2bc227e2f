import { REFUND_DAYS } from '../domain/attribution/amounts.js';
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
  /** Only orders that came from there. */
  kind?: OrderKind;
}

/** The orders of the query: `o`. Served by orders_day_idx. */
export const IN_RANGE = `o.company_id = :companyId
  and o.ordered_at >= (:fromDay::date::timestamp at time zone :timeZone)
  and o.ordered_at < ((:toDay::date + 1)::timestamp at time zone :timeZone)`;

/** Lines of the orders `o`, with what they are reported by. A refund counts if it was made at most 60 days after the order. */
export const LINES = `
  select (o.ordered_at at time zone :timeZone)::date as day, o.order_key, o.currency, o.kind, o.totals_include_tax, o.window_days,
         coalesce(a.rule, 'NONE') as rule, coalesce(a.proof, 'NONE') as proof,
         case o.had_chat when true then 'RECENT' when false then 'EARLIER' else 'NEVER' end as chat,
         coalesce(a.funnel_id, '') as funnel_id, coalesce(f.version_id, a.version_id, '') as version_id,
         coalesce(f.locale, a.locale, '') as locale, coalesce(f.source, a.source, '') as source,
         coalesce(f.version_id, a.version_id) is not null as has_fact, l.variant_id, a.analysis_hash, a.tabs, a.rules, l.amount,
         least(l.amount, coalesce((
           select sum(r.amount) from refunds r
            where r.company_id = l.company_id and r.order_key = l.order_key and r.line_key = l.line_key
              and r.refunded_at <= o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS})), 0)) as refunded
    from orders o
    join order_lines l using (company_id, order_key)
    left join attributions a using (company_id, order_key, line_key)
    left join analysis_facts f on f.company_id = l.company_id and f.analysis_hash = a.analysis_hash`;

/** Of rows that a filter names, only those that are attributed; one without a source is not one without an analysis. */
export const FILTER = `(:funnelId::text is null or funnel_id = :funnelId) and (:versionId::text is null or version_id = :versionId)
  and (:locale::text is null or locale = :locale) and (:source::text is null or (source = :source and has_fact))
  and (:kind::text is null or kind = :kind)`;

export const NO_FILTER = { funnelId: null, versionId: null, locale: null, source: null, kind: null };

/** What is never added up, of a day. */
export const REVENUE_GROUP = 'day, currency, kind, rule, proof, chat, totals_include_tax';
/** Of lines. */
export const SUMS = `count(distinct order_key)::integer as orders, count(*)::integer as lines, sum(amount) as gross, sum(refunded) as refunded`;
