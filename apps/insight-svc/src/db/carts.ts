import type { ZonedDay } from '@svc/domain';
import type { Knex } from 'knex';
import { INTERACTIONS } from '../domain/facts/analysis-fact.js';
import { type Piecewise, piecewise } from './report-sums.js';
import type { RevenueQuery } from './revenue-lines.js';

/** A variant that analyses put into carts, and of how many. */
export interface CartedVariant {
  variantId: string;
  analyses: number;
}

/** Bounds what a report is in memory. */
export const MAX_CARTED = 50_000;
const ADDED = 1 << INTERACTIONS.indexOf('added');

const SUMS: Piecewise = { subject: 'ANALYSES', name: 'variant', columns: ['variant_id', 'added'] };

/** Of the analyses themselves. Served by analysis_facts_day_idx. Cost: linear in analyses of these days. */
const OF_ANALYSES = `select variant ->> 0 as variant_id, 1 as added
    from (select company_id, analysis_hash from analysis_facts
           where company_id = :companyId and (:funnelId::text is null or funnel_id = :funnelId)
             and (:versionId::text is null or version_id = :versionId) and (:locale::text is null or locale = :locale)
             and (:source::text is null or source = :source) and is_retake is distinct from true
             and created_at >= ((:lastSummed::date + 1)::timestamp at time zone :sumZone)
             and created_at >= (:fromDay::date::timestamp at time zone :timeZone)
             and created_at < ((:toDay::date + 1)::timestamp at time zone :timeZone)) as fact
    join analysis_events using (company_id, analysis_hash)
    cross join lateral jsonb_array_elements(variants) as variant
   where (variant ->> 1)::integer & ${ADDED} <> 0`;

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
  { timeZone, lastExpired }: { timeZone: string; lastExpired: ZonedDay },
): Promise<CartedVariant[]> {
  const isSummed = timeZone === query.timeZone;
  const { fromDay: from, toDay, funnelId = '', versionId, locale, source } = query;
  const to = isSummed || toDay < lastExpired ? toDay : lastExpired;
  const sums = await piecewise(trx, SUMS, { ...{ companyId, funnelId, versionId, locale, source }, from, to });
  const analyses = { ...NO_FILTER, companyId, ...query, sumZone: timeZone, lastSummed: lastExpired };
  const carted = isSummed
    ? trx.from(sums())
    : trx.from(trx.from(sums()).unionAll(trx.raw(OF_ANALYSES, analyses)).as('carted'));
  return (await carted
    .select(trx.raw('variant_id as "variantId", sum(added)::integer as analyses'))
    .groupBy('variant_id')
    .havingRaw('sum(added) > 0')
    .orderByRaw('sum(added) desc, variant_id')
    .limit(MAX_CARTED)) as CartedVariant[];
}
