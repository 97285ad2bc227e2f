import { REFUND_DAYS } from '@svc/domain';
import { type Db, readByCursor, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import type { AnalysisUnit } from '../domain/experiments/sum-units.js';
import type { UnitRange } from './experiment-units.js';

/** Units per read. */
const PAGE = 500;
/** Clocks of shops differ. docs/insight.md N6.4. */
export const CLOCK_MINUTES = 5;

/** A visitor of one company; the same browser in the shop of another company has another hash. */
export const hashVisitor = (companyId: string, visitorId: string): Buffer => sha256(`${companyId} ${visitorId}`);

/** A visitor counts once, from the first report on that counts: reports of the dry check are replaced. */
export async function saveExposure(
  trx: Db,
  companyId: string,
  exposure: { experimentId: string; visitorHash: Buffer; arm: string; at: Date; countsFrom: Date },
): Promise<void> {
  const { at, countsFrom } = exposure;
  await trx('exposures')
    .insert({
      ...{ company_id: companyId, experiment_id: exposure.experimentId, visitor_hash: exposure.visitorHash },
      ...{ arm: exposure.arm, exposed_at: at },
    })
    .onConflict(['company_id', 'experiment_id', 'visitor_hash'])
    .merge(['exposed_at'])
    .where('exposures.exposed_at', '<', countsFrom)
    .whereRaw('excluded.exposed_at >= ?', [countsFrom]);
}

/** Whether a visitor is a unit of a holdout. */
export async function isExposed(trx: Db, companyId: string, visitorHash: Buffer): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select from exposures x join experiments e using (company_id, experiment_id)
      where x.company_id = ? and e.kind = 'HOLDOUT' and x.visitor_hash = ? limit 1`,
    [companyId, visitorHash],
  );
  return rows.length > 0;
}

/** Deletes exposures of before a time. */
export const expireExposures = (db: Knex, before: Date): Promise<number> =>
  db('all_exposures').where('exposed_at', '<', before).delete();

/** A unit of a holdout, with the arm that it was assigned to. */
export type HoldoutUnit = AnalysisUnit & { arm: string };

/**
 * Visitors of a holdout with their verified orders: whole orders, whatever they are credited to, from the first report of the visitor until
 * the window is over, less refunds as docs/insight.md N7.3 counts them. A window that the end of the test cuts stays open: afterwards, all
 * visitors have the components. Page by page with a cursor. Served by the key of exposures and orders_visitor_idx.
 */
export async function* readHoldoutUnits(
  trx: Knex.Transaction,
  range: Omit<UnitRange, 'funnelId' | 'experimentId'> & { experimentId: string; windowDays: number },
): AsyncGenerator<HoldoutUnit[], void, undefined> {
  yield* readByCursor<HoldoutUnit>(trx, {
    name: 'holdout_units',
    sql: `select encode(x.visitor_hash, 'hex') as unit, x.arm, (x.exposed_at at time zone :timeZone)::date::text as day,
            false as "isClicked", false as "isAdded",
            x.exposed_at + make_interval(days => :windowDays::integer) > least(:now::timestamptz, :until::timestamptz) as "isOpen",
            coalesce(r.orders, 0) as orders, coalesce(r.revenue, 0)::double precision as revenue
       from exposures x
       left join lateral (
         select count(distinct o.order_key)::integer as orders,
                sum(l.amount - least(l.amount, coalesce((
                  select sum(b.amount) from refunds b
                   where b.company_id = l.company_id and b.order_key = l.order_key and b.line_key = l.line_key
                     and b.refunded_at <= o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS})), 0)))
                  filter (where o.currency = :currency) as revenue
           from orders o join order_lines l using (company_id, order_key)
          where o.company_id = x.company_id and o.visitor_hash = x.visitor_hash and o.kind = 'VERIFIED'
            and o.ordered_at >= x.exposed_at - make_interval(mins => ${CLOCK_MINUTES})
            and o.ordered_at < x.exposed_at + make_interval(days => :windowDays::integer)) r on true
      where x.company_id = :companyId and x.experiment_id = :experimentId
        and x.exposed_at >= :since and x.exposed_at < :until`,
    bindings: { ...range },
    rows: PAGE,
  });
}
