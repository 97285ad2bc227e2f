import type { Knex } from 'knex';
import type { LineAttribution } from '../domain/attribution/attribute-order.js';
import type { OrderKind } from '../domain/attribution/order.js';
import {
  columns,
  creditedLines,
  FILTER,
  fromLines,
  type LineColumn,
  NO_FILTER,
  type RevenueQuery,
  TEXT,
} from './revenue-lines.js';
import { DAYS, ORDERS_BY_KEY } from './summed-days.js';

/** Credited lines of variants in a tab of the result page, or that a rule moved; amounts are decimal numbers. */
export interface PlaceRevenue {
  /** OTHERS: those of the group that are not listed, together. */
  place: 'NAMED' | 'OTHERS' | 'NONE' | 'UNKNOWN';
  /** Of the tab or rule, and the funnel that has it: of NAMED. */
  key?: string;
  funnelId?: string;
  currency: string;
  kind: OrderKind;
  rule: LineAttribution['rule'];
  proof: LineAttribution['proof'];
  totalsIncludeTax: boolean;
  /** How many tabs or rules the row is of. */
  keys: number;
  lines: number;
  gross: string;
  refunded: string;
  net: string;
}

/** What may be compared: one kind of orders, one currency, and either with or without tax. */
const GROUP = 'kind, currency, totals_include_tax';
const CREDIT_COLUMNS = ['kind', 'currency', 'totals_include_tax', 'rule', 'proof'] as const;
const PLACE_COLUMNS = ['funnel_id', 'currency', 'group_code', 'credit_code'] as const;
const KEPT_COLUMNS = ['day', 'funnel_id', 'version_id', 'locale', 'source', ...CREDIT_COLUMNS] as const;
const CREDIT = CREDIT_COLUMNS.join(', ');
const KEPT = KEPT_COLUMNS.join(', ');
const SUMS = 'sum(lines) as lines, sum(gross) as gross, sum(refunded) as refunded';

/**
 * A row for each tab, and for each rule, of credited lines. Lines with the same tabs and rules are added up first, since there are few such.
 * @param lines - their places, amounts and refunds, and the columns of these names.
 */
function toPlaces(lines: string, names: readonly LineColumn[]): string {
  const listed = names.join(', ');
  const list = (at: number) =>
    `case jsonb_typeof(places -> ${at}) when 'array' then array(select jsonb_array_elements_text(places -> ${at})) end`;
  return `
  select subject, place, key, ${listed}, ${SUMS}
    from (select ${list(0)} as tabs, ${list(1)} as rules, ${listed}, lines, gross, refunded
            from (select places::jsonb as places, ${listed}, count(*) as lines, sum(amount) as gross, sum(refunded) as refunded
                    from (${lines}) as line
                   group by line.places, ${listed}) as combined) as credited
   cross join lateral (
     select 'TAB' as subject, 'NAMED' as place, tab as key from unnest(tabs) as tab
     union all select 'RULE', 'NAMED', moved from unnest(rules) as moved
     union all select 'TAB', case when tabs is null then 'UNKNOWN' else 'NONE' end, '' where coalesce(cardinality(tabs), 0) = 0
     union all select 'RULE', case when rules is null then 'UNKNOWN' else 'NONE' end, '' where coalesce(cardinality(rules), 0) = 0
   ) as placed
   group by subject, place, key, ${listed}`;
}

/**
 * What is credited by tab and by rule, orders that were deleted by age included. A line in several tabs is in the row of each. Verified orders
 * first, in each group the highest amounts first, what is not listed after them, then none and unknown. docs/insight.md N7.12. Reads the lines of
 * the query once.
 * @param limit - tabs, and rules, of each kind of orders, in turn from its groups; the others of a group share rows.
 * @throws Error 22023 for an unknown time zone.
 */
export async function listPlaceRevenue(
  trx: Knex.Transaction,
  companyId: string,
  query: RevenueQuery,
  limit: number,
): Promise<{ tabs: PlaceRevenue[]; rules: PlaceRevenue[] }> {
  type Row = Omit<PlaceRevenue, 'key' | 'funnelId'> & {
    subject: 'TAB' | 'RULE';
    key: string | null;
    funnelId: string | null;
  };
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `with ${DAYS}, known as (
       select subject, place, key, funnel_id, ${TEXT.kind} as kind, currency, ${TEXT.totals_include_tax} as totals_include_tax,
              ${TEXT.rule} as rule, ${TEXT.proof} as proof, lines, gross, refunded
         from (${toPlaces(creditedLines('places', 'amount', 'refunded', ...PLACE_COLUMNS), PLACE_COLUMNS)}) as of_kept
       union all
       select subject, place, key, funnel_id, ${CREDIT}, lines, gross, refunded from (
         select *, version_id <> '' as has_fact from revenue_place_days) as kept
        where company_id = :companyId and day between :fromDay::date and :toDay::date and ${FILTER}
     ),
     placed as (
       select subject, place, key, case place when 'NAMED' then funnel_id else '' end as funnel_id, ${CREDIT}, ${SUMS}
         from known group by 1, 2, 3, 4, ${CREDIT}),
     named as (
       select subject, key, funnel_id, ${GROUP}, row_number() over (
                partition by subject, ${GROUP} order by sum(gross - refunded) desc, key collate "C", funnel_id collate "C") as nth
         from placed where place = 'NAMED' group by subject, key, funnel_id, ${GROUP}),
     ranked as (
       select *, row_number() over (partition by subject, kind order by nth, currency, totals_include_tax) <= :limit as is_listed
         from named)
     select subject, case when not is_listed then 'OTHERS' else place end as place, case when is_listed then key end as key,
            case when is_listed then funnel_id end as "funnelId", currency, kind, rule, proof, totals_include_tax as "totalsIncludeTax",
            count(is_listed)::integer as keys, sum(lines)::integer as lines, sum(gross)::text as gross,
            sum(refunded)::text as refunded, sum(gross - refunded)::text as net
       from placed left join ranked using (subject, key, funnel_id, ${GROUP})
      group by 1, 2, 3, 4, ${CREDIT}
      order by kind desc, currency, totals_include_tax, array_position(array['NAMED', 'OTHERS', 'NONE', 'UNKNOWN'],
               case when not bool_and(is_listed) then 'OTHERS' else min(place) end), min(nth) filter (where is_listed), rule desc, proof desc`,
    { ...NO_FILTER, companyId, ...query, limit },
  );
  const select = (wanted: Row['subject']) =>
    rows
      .filter(({ subject }) => subject === wanted)
      .map(({ subject: _, key, funnelId, ...row }) => ({
        ...row,
        ...(key === null ? {} : { key }),
        ...(funnelId === null ? {} : { funnelId }),
      }));
  return { tabs: select('TAB'), rules: select('RULE') };
}

/** Adds what orders were credited with to the sums that stay when they are deleted, in the same transaction. */
export async function foldPlaces(
  trx: Knex.Transaction,
  companyId: string,
  orderKeys: readonly string[],
  timeZone: string,
): Promise<void> {
  await trx.raw(
    `insert into revenue_place_days (company_id, subject, place, key, ${KEPT}, lines, gross, refunded)
     select :companyId, places.* from (${toPlaces(
       `select ${columns('places', 'amount', 'refunded', ...KEPT_COLUMNS)} ${fromLines(ORDERS_BY_KEY)} where a.rule is not null`,
       KEPT_COLUMNS,
     )}) as places
      order by day, subject, place, key, funnel_id, version_id, locale, source, ${CREDIT}
     on conflict (company_id, day, subject, place, key, funnel_id, version_id, locale, source, currency, kind, rule, proof, totals_include_tax)
     do update set lines = revenue_place_days.lines + excluded.lines, gross = revenue_place_days.gross + excluded.gross,
       refunded = revenue_place_days.refunded + excluded.refunded`,
    { companyId, timeZone, keys: [...orderKeys] },
  );
}
