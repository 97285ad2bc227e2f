import type { Knex } from 'knex';
import type { LineAttribution } from '../domain/attribution/attribute-order.js';
import type { OrderKind } from '../domain/attribution/order.js';
import { columns, IN_RANGE, LINE_FILTER, linesOf, NO_FILTER, type RevenueQuery } from './revenue-lines.js';

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

/** What may be compared: one kind of orders, one currency, and either with or without tax. */
const GROUP = 'kind, currency, totals_include_tax';

/**
 * What is credited by variant, of orders that are kept: sums of older days know no variants. Verified orders first, in each group the highest
 * amounts first, what is not listed last. docs/insight.md N7.11. Reads the lines of the query once.
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
    `with credited as (
       select ${columns('variant_id', 'kind', 'currency', 'totals_include_tax', 'rule', 'proof')},
              ${columns('analysis_hash', 'order_key', 'amount', 'refunded')}
         ${linesOf(IN_RANGE)} and a.rule is not null and ${LINE_FILTER}),
     variant as (
       select variant_id, ${GROUP}, row_number() over (
                partition by ${GROUP} order by sum(amount - refunded) desc, variant_id collate "C") as place
         from credited group by variant_id, ${GROUP}),
     ranked as (
       select *, row_number() over (partition by kind order by place, currency, totals_include_tax) <= :limit as is_listed
         from variant)
     select case when is_listed then variant_id end as "variantId", currency, kind, rule, proof,
            totals_include_tax as "totalsIncludeTax", count(distinct variant_id)::integer as variants,
            count(distinct analysis_hash)::integer as analyses, count(distinct order_key)::integer as orders,
            count(*)::integer as lines, sum(amount)::text as gross, sum(refunded)::text as refunded,
            sum(amount - refunded)::text as net
       from credited join ranked using (variant_id, ${GROUP})
      group by 1, ${GROUP}, rule, proof
      order by kind desc, currency, totals_include_tax, min(place) filter (where is_listed), rule desc, proof desc`,
    { ...NO_FILTER, companyId, ...query, limit },
  );
  return rows.map(({ variantId, ...row }) => (variantId === null ? row : { ...row, variantId }));
}
