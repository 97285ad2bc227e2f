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

/** Of a line. */
export const REFUNDED = 'least(l.amount, coalesce(refund.amount, 0))';

/** Of an order, an attribution and what is known of its analysis, if that is known. */
const NAMES = {
  day: '(o.ordered_at at time zone :timeZone)::date',
  currency: 'o.currency',
  kind: 'o.kind',
  totals_include_tax: 'o.totals_include_tax',
  window_days: 'o.window_days',
  chat: `case o.had_chat when true then 'RECENT' when false then 'EARLIER' else 'NEVER' end`,
  rule: `coalesce(a.rule, 'NONE')`,
  proof: `coalesce(a.proof, 'NONE')`,
  funnel_id: `coalesce(a.funnel_id, '')`,
  version_id: `coalesce(f.version_id, a.version_id, '')`,
  locale: `coalesce(f.locale, a.locale, '')`,
  source: `coalesce(f.source, a.source, '')`,
  has_fact: 'coalesce(f.version_id, a.version_id) is not null',
  tabs: 'a.tabs',
  rules: 'a.rules',
  analysis_hash: 'a.analysis_hash',
  order_key: 'o.order_key',
  variant_id: 'l.variant_id',
  amount: 'l.amount',
  refunded: REFUNDED,
};
export type LineColumn = keyof typeof NAMES;

/** Columns of lines. */
export const columns = (...names: readonly LineColumn[]): string =>
  names.map((name) => `${NAMES[name]} as ${name}`).join(', ');

/**
 * Lines of orders, with the attribution and the refunds of each. A refund counts if it was made at most 60 days after the order.
 * @param which - the orders `o`; it is used twice, so that refunds of others are not read.
 */
export const linesOf = (which: string): string => `
    from orders o
    join order_lines l using (company_id, order_key)
    left join attributions a using (company_id, order_key, line_key)
    left join analysis_facts f on f.company_id = l.company_id and f.analysis_hash = a.analysis_hash
    left join (select order_key, line_key, sum(r.amount) as amount from orders o join refunds r using (company_id, order_key)
                where ${which} and r.refunded_at <= o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS})
                group by order_key, line_key) as refund on refund.order_key = l.order_key and refund.line_key = l.line_key
   where ${which}`;

const toFilter = (of: (name: LineColumn) => string): string =>
  `(:funnelId::text is null or ${of('funnel_id')} = :funnelId) and (:versionId::text is null or ${of('version_id')} = :versionId)
  and (:locale::text is null or ${of('locale')} = :locale) and (:source::text is null or (${of('source')} = :source and ${of('has_fact')}))
  and (:kind::text is null or ${of('kind')} = :kind)`;

/** Of rows that a filter names, only those that are attributed; one without a source is not one without an analysis. */
export const FILTER = toFilter((name) => name);
/** The same of lines. What is not asked for costs nothing. */
export const LINE_FILTER = toFilter((name) => NAMES[name]);

export const NO_FILTER = { funnelId: null, versionId: null, locale: null, source: null, kind: null };

/** What is never added up, of a day. */
export const REVENUE_GROUP = 'day, currency, kind, rule, proof, chat, totals_include_tax';
/** Of lines. */
export const SUMS = `count(distinct order_key)::integer as orders, count(*)::integer as lines, sum(amount) as gross, sum(refunded) as refunded`;
