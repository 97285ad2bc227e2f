import { REFUND_DAYS, type UtcDay } from '@svc/domain';
import type { OrderKind } from '../domain/attribution/order.js';
import { OPEN_ORDERS, SUMMED } from './summed-days.js';

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

/** Of a line. */
export const REFUNDED = 'least(l.amount, coalesce(refund.amount, 0))';

/**
 * Of an order, an attribution and what is known of its analysis, if that is known. Codes are numbers for what rows are grouped by, in the order of
 * reports: numbers are grouped in less time than texts. Types are those of `line_credits`, without which PostgreSQL would not unite rows of both
 * in place.
 */
const NAMES = {
  day: 'd.day',
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
  group_code: `(case o.kind when 'VERIFIED' then 2 else 0 end + case when o.totals_include_tax then 1 else 0 end)::smallint`,
  credit_code: `(case a.rule when 'DIRECT' then 2 else 0 end + case a.proof when 'CONFIRMED' then 1 else 0 end)::smallint`,
  chat_code: '(case o.had_chat when true then 2 when false then 0 else 1 end)::smallint',
  places: `(jsonb_build_array(a.tabs, a.rules)::text collate "C")`,
  day_orders: 'null::smallint',
  variant_orders: 'null::smallint',
  variant_analyses: 'null::smallint',
};
export type LineColumn = keyof typeof NAMES;

/** Columns of lines. */
export const columns = (...names: readonly LineColumn[]): string =>
  names.map((name) => `${NAMES[name]} as ${name}`).join(', ');

/**
 * Lines of orders, with the attribution and the refunds of each. A refund counts if it was made at most 60 days after the order. Orders are few:
 * what belongs to each is looked up by its keys (`offset 0`), since the planner cannot know how many days are not added up.
 * @param orders - joins that give orders `o` and their day `d.day`.
 */
export const fromLines = (orders: string): string => `
    from ${orders}
    cross join lateral (
      select * from order_lines where company_id = o.company_id and order_key = o.order_key offset 0) as l
    left join lateral (
      select * from attributions where company_id = l.company_id and order_key = l.order_key and line_key = l.line_key offset 0) as a on true
    left join lateral (
      select * from analysis_facts where company_id = l.company_id and analysis_hash = a.analysis_hash offset 0) as f on true
    left join lateral (
      select sum(amount) as amount from refunds
       where company_id = l.company_id and order_key = l.order_key and line_key = l.line_key
         and refunded_at <= o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS})) as refund on true`;

const toFilter = (of: (name: LineColumn) => string): string =>
  `(:funnelId::text is null or ${of('funnel_id')} = :funnelId) and (:versionId::text is null or ${of('version_id')} = :versionId)
  and (:locale::text is null or ${of('locale')} = :locale) and (:source::text is null or (${of('source')} = :source and ${of('has_fact')}))
  and (:kind::text is null or ${of('kind')} = :kind)`;

/** Of rows that a filter names, only those that are attributed; one without a source is not one without an analysis. */
export const FILTER = toFilter((name) => name);
/** The same of lines. What is not asked for costs nothing. */
export const LINE_FILTER = toFilter((name) => NAMES[name]);

/** The texts of codes. */
export const TEXT = {
  kind: `case when group_code >= 2 then 'VERIFIED' else 'REPORTED' end`,
  totals_include_tax: 'group_code % 2 = 1',
  rule: `case when credit_code >= 2 then 'DIRECT' else 'ASSISTED' end`,
  proof: `case credit_code % 2 when 1 then 'CONFIRMED' else 'CLAIMED' end`,
  chat: `case chat_code when 2 then 'RECENT' when 0 then 'EARLIER' else 'NEVER' end`,
};

/** The same of `line_credits`. */
export const CREDIT_FILTER = toFilter((name) => (name === 'kind' ? TEXT.kind : name));

/**
 * Credited lines of a query, with these columns: those of days that are added up, and of the other days those of orders. It needs `DAYS`, and
 * is given once, so that each line is read once.
 */
export const creditedLines = (...names: readonly LineColumn[]): string => `
  select ${names.join(', ')} from line_credits where ${SUMMED} and ${CREDIT_FILTER}
   union all
  select ${columns(...names)} ${fromLines(OPEN_ORDERS)} where a.rule is not null and ${LINE_FILTER}`;

export const NO_FILTER = { funnelId: null, versionId: null, locale: null, source: null, kind: null };

/** What is never added up, of a day. */
export const REVENUE_GROUP = 'day, currency, kind, rule, proof, chat, totals_include_tax';
/** Of lines. */
export const SUMS = `count(distinct order_key)::integer as orders, count(*)::integer as lines, sum(amount) as gross, sum(refunded) as refunded`;
