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

const COLUMNS = [
  ...(['variant_id', 'kind', 'currency', 'totals_include_tax', 'rule', 'proof'] as const),
  ...(['analysis_hash', 'order_key', 'amount', 'refunded'] as const),
] as const;
/**
 * Numbers for what may be compared (kind and tax, next to the currency), and for how a line is credited: numbers are grouped in less time than
 * texts, and are in the order of the report.
 */
const CODE = {
  kind: `case kind when 'VERIFIED' then 2 else 0 end`,
  tax: 'case when totals_include_tax then 1 else 0 end',
  rule: `case rule when 'DIRECT' then 2 else 0 end`,
  proof: `case proof when 'CONFIRMED' then 1 else 0 end`,
};

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
  await joinByHash(trx, true);
  const { rows } = await trx.raw<{ rows: (VariantRevenueRow & { variantId: string | null })[] }>(
    `with ${DAYS}, credited as materialized (
       select variant_id, currency, analysis_hash, order_key, amount, refunded,
              ${CODE.kind} + ${CODE.tax} as group_code, ${CODE.rule} + ${CODE.proof} as credit_code
         from (${creditedLines(...COLUMNS)}) as line),
     cell as materialized (
       select variant_id, currency, group_code, credit_code, count(*) as lines, sum(amount) as gross, sum(refunded) as refunded
         from credited group by variant_id, currency, group_code, credit_code),
     variant as (
       select variant_id, currency, group_code, row_number() over (
                partition by currency, group_code order by sum(gross - refunded) desc, variant_id collate "C") as place
         from cell group by variant_id, currency, group_code),
     ranked as (
       select *, row_number() over (partition by group_code / 2 order by place, currency, group_code) <= :limit as is_listed,
              dense_rank() over (order by currency, group_code) as group_number
         from variant),
     listed as materialized (
       select *, case when is_listed then row_number() over (order by group_number, place) else -group_number end as number from ranked),
     line as materialized (
       select number * 4 + credit_code as row_number, analysis_hash, order_key
         from credited join listed using (variant_id, currency, group_code)),
     ordered as (select row_number, count(*) as orders from (select distinct row_number, order_key from line) as one group by 1),
     analyzed as (select row_number, count(*) as analyses from (select distinct row_number, analysis_hash from line) as one group by 1),
     shown as (
       select number * 4 + credit_code as row_number, case when is_listed then min(variant_id) end as variant_id, min(place) as place,
              is_listed, currency, group_code, credit_code, count(*) as variants, sum(lines) as lines, sum(gross) as gross, sum(refunded) as refunded
         from cell join listed using (variant_id, currency, group_code)
        group by number, is_listed, currency, group_code, credit_code)
     select variant_id as "variantId", currency, case when group_code >= 2 then 'VERIFIED' else 'REPORTED' end as kind,
            case when credit_code >= 2 then 'DIRECT' else 'ASSISTED' end as rule,
            case credit_code % 2 when 1 then 'CONFIRMED' else 'CLAIMED' end as proof, group_code % 2 = 1 as "totalsIncludeTax",
            variants::integer, analyses::integer, orders::integer, lines::integer, gross::text, refunded::text,
            (gross - refunded)::text as net
       from shown join ordered using (row_number) join analyzed using (row_number)
      order by group_code / 2 desc, currency, group_code, case when is_listed then place end, credit_code desc`,
    { ...NO_FILTER, companyId, ...query, limit },
  );
  await joinByHash(trx, false);
  return rows.map(({ variantId, ...row }) => (variantId === null ? row : { ...row, variantId }));
}

/**
 * Lines are joined with the few variants that are listed. The planner does not know that these are few, and would sort all lines, or compare each
 * with each. Keys that are looked up are not affected.
 */
const joinByHash = (trx: Knex.Transaction, isOn: boolean): Promise<unknown> =>
  trx.raw(`select set_config(name, ?, true) from unnest(array['enable_mergejoin', 'enable_nestloop']) as name`, [
    isOn ? 'off' : 'on',
  ]);
