import { readByCursor } from '@svc/kit';
import type { Knex } from 'knex';
import { REFUND_DAYS } from '../domain/attribution/amounts.js';
import type { GuardUnit } from '../domain/experiments/guards.js';
import { utcDay } from '../domain/visits/utc-day.js';

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
  readPages<GuardUnit>(
    trx,
    `select encode(f.analysis_hash, 'hex') as unit, f.version_id as "versionId", cardinality(f.asked_contact) > 0 as "isAsked",
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
  bindings: Record<string, string | Date>,
): AsyncGenerator<Row[], void, undefined> {
  yield* readByCursor<Row>(trx, { name: 'check_units', sql: select, bindings: bindings, rows: PAGE });
}
