import { REFUND_DAYS } from '@svc/domain';
import { readByCursor } from '@svc/kit';
import type { Knex } from 'knex';
import type { FunnelUnit } from '../domain/experiments/sum-units.js';

/** Units per read. */
const PAGE = 500;
/** Of a company without orders. docs/insight.md N6.4. */
const DEFAULT_WINDOW_DAYS = 7;

export interface UnitRange {
  companyId: string;
  funnelId: string;
  /** Only analyses that this test of the questionnaire assigned. Absent: all of the funnel. */
  experimentId?: string;
  since: Date;
  until: Date;
  /** Of the days. */
  timeZone: string;
  /** Revenue counts orders in it. */
  currency: string;
  now: Date;
}

/**
 * Analyses of a funnel that were created in a period, without retakes, with what shoppers did and bought: verified orders that are
 * credited to them, less refunds as docs/insight.md N7.3 counts them. Page by page with a cursor. Served by analysis_facts_day_idx,
 * the key of analysis_events and attributions_analysis_idx.
 */
export async function* readUnits(
  trx: Knex.Transaction,
  range: UnitRange,
): AsyncGenerator<FunnelUnit[], void, undefined> {
  yield* readByCursor<FunnelUnit>(trx, {
    name: 'experiment_units',
    sql: `select encode(f.analysis_hash, 'hex') as unit, (f.created_at at time zone :timeZone)::date::text as day, f.version_id as "versionId",
            coalesce(e.done & 2 > 0, false) as "isClicked", coalesce(e.done & 4 > 0, false) as "isAdded",
            f.created_at + make_interval(days => :windowDays::integer) > :now::timestamptz as "isOpen",
            coalesce(r.orders, 0) as orders, coalesce(r.revenue, 0)::double precision as revenue
       from analysis_facts f
       left join lateral (
         select bit_or((variant->>1)::integer) as done from analysis_events v, jsonb_array_elements(v.variants) variant
          where v.company_id = f.company_id and v.analysis_hash = f.analysis_hash) e on true
       left join lateral (
         select count(distinct o.order_key)::integer as orders,
                sum(l.amount - least(l.amount, coalesce((
                  select sum(b.amount) from refunds b
                   where b.company_id = l.company_id and b.order_key = l.order_key and b.line_key = l.line_key
                     and b.refunded_at <= o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS})), 0)))
                  filter (where o.currency = :currency) as revenue
           from attributions a
           join orders o using (company_id, order_key)
           join order_lines l using (company_id, order_key, line_key)
          where a.company_id = f.company_id and a.analysis_hash = f.analysis_hash and o.kind = 'VERIFIED') r on true
      where f.company_id = :companyId and f.funnel_id = :funnelId
        and f.created_at >= :since and f.created_at < :until and f.is_retake is not true
        and (:experimentId::text is null or f.experiment_id = :experimentId::text)`,
    bindings: {
      ...range,
      experimentId: range.experimentId ?? null,
      windowDays: await loadWindowDays(trx, range.companyId),
    },
    rows: PAGE,
  });
}

/** The longest attribution window of the orders that are kept. */
export async function loadWindowDays(trx: Knex.Transaction, companyId: string): Promise<number> {
  const row = await trx('orders')
    .where({ company_id: companyId })
    .max<{ days: number | null }[]>({ days: 'window_days' });
  return row[0]?.days ?? DEFAULT_WINDOW_DAYS;
}
