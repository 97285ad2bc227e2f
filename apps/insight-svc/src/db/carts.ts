import type { Knex } from 'knex';
import { INTERACTIONS } from '../domain/facts/analysis-fact.js';
import type { ZonedDay } from '../domain/sums/zoned-day.js';
import type { RevenueQuery } from './revenue-lines.js';

/** A variant that analyses put into carts, and of how many. */
export interface CartedVariant {
  variantId: string;
  analyses: number;
}

/** Bounds what a report is in memory. */
export const MAX_CARTED = 50_000;
const ADDED = 1 << INTERACTIONS.indexOf('added');

const FILTER = `company_id = :companyId and (:funnelId::text is null or funnel_id = :funnelId)
  and (:versionId::text is null or version_id = :versionId) and (:locale::text is null or locale = :locale)
  and (:source::text is null or source = :source)`;

/** From the sums of days. Served by the primary key of variant_days. */
const OF_SUMS = `select variant_id, sum(added) as analyses from variant_days
   where ${FILTER} and day between :fromDay::date and least(:toDay::date, :lastSummed::date) group by variant_id`;

/** From the analyses themselves, for days of another zone. Served by analysis_facts_day_idx. Cost: linear in analyses of these days. */
const OF_ANALYSES = `select variant ->> 0 as variant_id, count(*) as analyses
    from (select company_id, analysis_hash from analysis_facts
           where ${FILTER} and is_retake is distinct from true
             and created_at >= ((:lastSummed::date + 1)::timestamp at time zone :sumZone)
             and created_at >= (:fromDay::date::timestamp at time zone :timeZone)
             and created_at < ((:toDay::date + 1)::timestamp at time zone :timeZone)) as fact
    join analysis_events using (company_id, analysis_hash)
    cross join lateral jsonb_array_elements(variants) as variant
   where (variant ->> 1)::integer & ${ADDED} <> 0
   group by 1`;

const NO_FILTER = { funnelId: null, versionId: null, locale: null, source: null };

/**
 * What analyses of these days put into carts, most first. docs/insight.md N7.9.
 * @param sums - the zone of the sums, and the last day of which analyses were deleted by age: of that day and earlier ones, and where the zones
 * are equal of all days, the sums are read.
 */
export async function listCarted(
  trx: Knex.Transaction,
  companyId: string,
  query: RevenueQuery,
  sums: { timeZone: string; lastExpired: ZonedDay },
): Promise<CartedVariant[]> {
  const isSummed = sums.timeZone === query.timeZone;
  const { rows } = await trx.raw<{ rows: CartedVariant[] }>(
    `select variant_id as "variantId", sum(analyses)::integer as analyses
       from (${isSummed ? OF_SUMS : `${OF_SUMS} union all ${OF_ANALYSES}`}) as carted
      group by variant_id having sum(analyses) > 0
      order by sum(analyses) desc, variant_id limit ${MAX_CARTED}`,
    {
      ...{ ...NO_FILTER, companyId, ...query, sumZone: sums.timeZone },
      lastSummed: isSummed ? query.toDay : sums.lastExpired,
    },
  );
  return rows;
}
