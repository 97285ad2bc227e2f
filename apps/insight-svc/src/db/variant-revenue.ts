import type { Knex } from 'knex';
import type { LineAttribution } from '../domain/attribution/attribute-order.js';
import type { OrderKind } from '../domain/attribution/order.js';
import { CREDIT_FILTER, columns, fromLines, LINE_FILTER, NO_FILTER, type RevenueQuery, TEXT } from './revenue-lines.js';
import { DAYS, OPEN_ORDERS, SUMMED } from './summed-days.js';

/** Credited lines of a variant in a group of orders; amounts are decimal numbers. */
export interface VariantRevenueRow {
  /** Absent: the variants of the group that are not listed, together. */
  variantId?: string;
  currency: string;
  kind: OrderKind;
  rule: LineAttribution['rule'];
  proof: LineAttribution['proof'];
  totalsIncludeTax: boolean;
  /** How many variants the row is of. */
  variants: number;
  analyses: number;
  orders: number;
  lines: number;
  gross: string;
  refunded: string;
  net: string;
}

const COLUMNS = [
  'variant_id',
  'currency',
  'group_code',
  'credit_code',
  'analysis_hash',
  'order_key',
  'amount',
  'refunded',
] as const;
const CELL = 'variant_id, currency, group_code, credit_code';

/** Lines of days that are not added up. An analysis that a line of the other days counts in the same row is counted there. */
const OPEN_LINES = `
  select *, case when exists (select from summed) then (
           select 0::smallint from line_credits
            where ${SUMMED} and line_credits.analysis_hash = open_line.analysis_hash and variant_analyses = 1
              and (${CELL}) = (open_line.variant_id, open_line.currency, open_line.group_code, open_line.credit_code) limit 1)
         end as variant_analyses
    from (select ${columns(...COLUMNS, 'variant_orders')} ${fromLines(OPEN_ORDERS)} where a.rule is not null and ${LINE_FILTER}) as open_line`;

/**
 * What is credited by variant, of orders that are kept: sums of older days know no variants. Verified orders first, in each group the highest
 * amounts first, what is not listed last. docs/insight.md N7.11.
 * @param limit - variants of each kind of orders, in turn from its groups; the others of a group share rows.
 * @throws Error 22023 for an unknown time zone.
 */
export async function listVariantRevenue(
  trx: Knex.Transaction,
  companyId: string,
  query: RevenueQuery,
  limit: number,
): Promise<VariantRevenueRow[]> {
  const { rows } = await trx.raw<{ rows: (VariantRevenueRow & { variantId: string | null })[] }>(
    `with ${DAYS}, opened as materialized (${OPEN_LINES}),
     credited as not materialized (
       select ${COLUMNS.join(', ')}, variant_orders, variant_analyses from line_credits where ${SUMMED} and ${CREDIT_FILTER}
        union all
       select ${COLUMNS.join(', ')}, variant_orders, variant_analyses from opened),
     added as materialized (
       select ${CELL}, count(*) as lines, sum(amount) as gross, sum(refunded) as refunded,
              sum(variant_orders) as orders, sum(variant_analyses) as analyses
         from credited group by ${CELL}),
     shared as materialized (
       select ${CELL}, count(distinct order_key) filter (where variant_orders is null) as shared_orders,
              count(distinct analysis_hash) filter (where variant_analyses is null) as shared_analyses
         from credited where variant_orders is null or variant_analyses is null group by ${CELL}),
     cell as materialized (select * from added left join shared using (${CELL})),
     variant as (
       select variant_id, currency, group_code, row_number() over (
                partition by currency, group_code order by sum(gross - refunded) desc, variant_id collate "C") as place
         from cell group by variant_id, currency, group_code),
     listed as materialized (
       select *, row_number() over (partition by group_code / 2 order by place, currency, group_code) <= :limit as is_listed from variant),
     other as (
       select currency, group_code, credit_code, count(distinct order_key) as orders, count(distinct analysis_hash) as analyses
         from credited join (select variant_id, currency, group_code from listed where not is_listed) as unlisted
              using (variant_id, currency, group_code)
        where exists (select from listed where not is_listed)
        group by currency, group_code, credit_code),
     shown as (
       select variant_id, place, currency, group_code, credit_code, 1 as variants, lines, gross, refunded,
              coalesce(orders, 0) + coalesce(shared_orders, 0) as orders,
              coalesce(analyses, 0) + coalesce(shared_analyses, 0) as analyses
         from cell join listed using (variant_id, currency, group_code) where is_listed
       union all
       select null, null, currency, group_code, credit_code, sums.variants, sums.lines, sums.gross, sums.refunded, other.orders, other.analyses
         from (select currency, group_code, credit_code, count(*) as variants, sum(lines) as lines, sum(gross) as gross,
                      sum(refunded) as refunded
                 from cell join listed using (variant_id, currency, group_code) where not is_listed
                group by currency, group_code, credit_code) as sums
         join other using (currency, group_code, credit_code))
     select variant_id as "variantId", currency, ${TEXT.kind} as kind, ${TEXT.rule} as rule, ${TEXT.proof} as proof,
            ${TEXT.totals_include_tax} as "totalsIncludeTax", variants::integer, analyses::integer, orders::integer, lines::integer,
            gross::text, refunded::text, (gross - refunded)::text as net
       from shown
      order by group_code / 2 desc, currency, group_code, place, credit_code desc`,
    { ...NO_FILTER, companyId, ...query, limit },
  );
  return rows.map(({ variantId, ...row }) => (variantId === null ? row : { ...row, variantId }));
}
