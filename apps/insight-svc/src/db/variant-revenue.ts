import type { Knex } from 'knex';
import type { LineAttribution } from '../domain/attribution/attribute-order.js';
import type { OrderKind } from '../domain/attribution/order.js';
import { creditedLines, NO_FILTER, type RevenueQuery } from './revenue-lines.js';
import { DAYS } from './summed-days.js';

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
 * amounts first, what is not listed last. docs/insight.md N7.11. Reads the lines of the query once, and numbers the rows that they belong to, so
 * that distinct orders and analyses are found by numbers.
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
    `with ${DAYS}, credited as materialized (
       ${creditedLines('variant_id', 'kind', 'currency', 'totals_include_tax', 'rule', 'proof', 'analysis_hash', 'order_key', 'amount', 'refunded')}),
     variant as (
       select variant_id, ${GROUP}, row_number() over (
                partition by ${GROUP} order by sum(amount - refunded) desc, variant_id collate "C") as place
         from credited group by variant_id, ${GROUP}),
     ranked as (
       select *, row_number() over (partition by kind order by place, currency, totals_include_tax) <= :limit as is_listed,
              dense_rank() over (order by kind desc, currency, totals_include_tax) as group_number
         from variant),
     listed as materialized (
       select *, case when is_listed then row_number() over (order by group_number, place) else -group_number end as number from ranked),
     line as materialized (
       select number * 4 + case rule when 'DIRECT' then 2 else 0 end + case proof when 'CONFIRMED' then 1 else 0 end as cell,
              variant_id, analysis_hash, order_key, amount, refunded
         from credited join listed using (variant_id, ${GROUP})),
     summed_line as (
       select cell, count(*) as lines, sum(amount) as gross, sum(refunded) as refunded from line group by cell),
     ordered as (select cell, count(*) as orders from (select distinct cell, order_key from line) as one group by cell),
     analyzed as (select cell, count(*) as analyses from (select distinct cell, analysis_hash from line) as one group by cell),
     others as (select cell, count(distinct variant_id) as variants from line where cell < 0 group by cell),
     cell as (
       select variant_id, shown.place, ${GROUP}, rule, proof, number * 4 + rule_number + proof_number as cell
         from (
           select number, case when is_listed then min(variant_id) end as variant_id, min(place) filter (where is_listed) as place,
                  ${GROUP}
             from listed group by number, is_listed, ${GROUP}) as shown
        cross join (values ('DIRECT', 2), ('ASSISTED', 0)) as rules (rule, rule_number)
        cross join (values ('CONFIRMED', 1), ('CLAIMED', 0)) as proofs (proof, proof_number))
     select variant_id as "variantId", currency, kind, rule, proof, totals_include_tax as "totalsIncludeTax",
            coalesce(variants, 1)::integer as variants, analyses::integer, orders::integer, lines::integer, gross::text, refunded::text,
            (gross - refunded)::text as net
       from summed_line join ordered using (cell) join analyzed using (cell) join cell using (cell) left join others using (cell)
      order by kind desc, currency, totals_include_tax, place, rule desc, proof desc`,
    { ...NO_FILTER, companyId, ...query, limit },
  );
  return rows.map(({ variantId, ...row }) => (variantId === null ? row : { ...row, variantId }));
}
