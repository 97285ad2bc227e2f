import { REFUND_DAYS, utcDay } from '@svc/domain';
import { readByCursor } from '@svc/kit';
import type { Knex } from 'knex';
import type { GuardAnalysis, GuardUnit } from '../domain/experiments/guards.js';
import { CLOCK_MINUTES } from './exposures.js';

/** Units per read. */
const PAGE = 500;

/** Units of a funnel in a period. */
export interface CheckRange {
  companyId: string;
  funnelId: string;
  since: Date;
  until: Date;
}

/** Analyses without retakes, with what guards count of them. Served by analysis_facts_day_idx and attributions_analysis_idx. */
export const readGuardUnits = (trx: Knex.Transaction, range: CheckRange) =>
  readPages<GuardAnalysis>(
    trx,
    `select encode(f.analysis_hash, 'hex') as unit, f.version_id as "versionId",
            f.experiment_id as "experimentId", cardinality(f.asked_contact) > 0 as "isAsked",
            f.asked_contact && f.given_contact as "isGiven", coalesce(b.lines, 0) as lines, coalesce(b.refunded, 0) as "refundedLines"
       from analysis_facts f
       left join lateral (
         select count(*)::integer as lines,
                (count(*) filter (where exists (
                  select from refunds r
                   where r.company_id = a.company_id and r.order_key = a.order_key and r.line_key = a.line_key
                     and r.refunded_at <= o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS}))))::integer as refunded
           from attributions a join orders o using (company_id, order_key)
          where a.company_id = f.company_id and a.analysis_hash = f.analysis_hash and o.kind = 'VERIFIED') b on true
      where f.company_id = :companyId and f.funnel_id = :funnelId
        and f.created_at >= :since and f.created_at < :until and f.is_retake is not true`,
    { ...range },
  );

/**
 * Visitors of a holdout with the lines of their verified orders, whatever those are credited to: from the first report of the visitor until
 * the window is over, or the test. Served by the key of exposures and orders_visitor_idx.
 */
export const readHoldoutGuardUnits = (
  trx: Knex.Transaction,
  range: { companyId: string; experimentId: string; since: Date; until: Date; windowDays: number },
) =>
  readPages<GuardUnit & { arm: string }>(
    trx,
    `select x.arm, false as "isAsked", false as "isGiven", b.lines, b.refunded as "refundedLines"
       from exposures x
       cross join lateral (
         select count(*)::integer as lines,
                (count(*) filter (where exists (
                  select from refunds r
                   where r.company_id = l.company_id and r.order_key = l.order_key and r.line_key = l.line_key
                     and r.refunded_at <= o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS}))))::integer as refunded
           from orders o join order_lines l using (company_id, order_key)
          where o.company_id = x.company_id and o.visitor_hash = x.visitor_hash and o.kind = 'VERIFIED'
            and o.ordered_at >= x.exposed_at - make_interval(mins => ${CLOCK_MINUTES}) and o.ordered_at < :until
            and o.ordered_at < x.exposed_at + make_interval(days => :windowDays::integer)) b
      where x.company_id = :companyId and x.experiment_id = :experimentId
        and x.exposed_at >= :since and x.exposed_at < :until and b.lines > 0`,
    { ...range },
  );

/** Visits that showed and answered a question, as docs/insight.md N11 counts them. Reads the partitions of the range. */
export const readStartedVisits = (trx: Knex.Transaction, range: CheckRange) =>
  readPages<{ unit: string; isFinished: boolean }>(
    trx,
    `select visit_id as unit, jsonb_path_exists(events, 'strict $[*] \\? (@[1] == 4)') as "isFinished"
       from visits
      where company_id = :companyId and funnel_id = :funnelId and day between :first::date and :last::date
        and started_at >= :since and started_at < :until
        and jsonb_path_exists(events, 'strict $[*] \\? (@[1] == 1)')
        and jsonb_path_exists(events, 'strict $[*] \\? (@[1] == 2 || @[1] == 4)')`,
    { ...range, first: utcDay(range.since), last: utcDay(range.until) },
  );

/** Page by page with a cursor. */
async function* readPages<Row>(
  trx: Knex.Transaction,
  select: string,
  bindings: Record<string, string | number | Date>,
): AsyncGenerator<Row[], void, undefined> {
  yield* readByCursor<Row>(trx, { name: 'check_units', sql: select, bindings: bindings, rows: PAGE });
}
