import { REFUND_DAYS } from '@svc/domain';
import type { Knex } from 'knex';
import { ALL_DAYS, OPEN_ORDERS } from './summed-days.js';

/** What was received and is in no row, of the whole company. */
export interface RevenueKeptAside {
  waitingRefunds: number;
  unknownRefundLines: number;
  lateRefunds: number;
  ordersWithUnknownAnalyses: number;
  /** Orders that name more analyses than are read. */
  ordersWithUnreadAnalyses: number;
  /** Lines of which more was refunded than they were worth, such as by a refund that was sent under two ids. */
  excessRefundLines: number;
  /** Lines whose variant the catalog did not have when the order arrived; they are in rows, and never confirmed. */
  foreignLines: number;
}

/** Refunded lines of known orders. @param orders - joins that give orders `o`. */
export const selectRefunds = (orders: string): string => `
  select r.refund_key, r.order_key, r.line_key, l.amount,
         r.refunded_at > o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS}) as is_late,
         sum(r.amount) filter (where r.refunded_at <= o.ordered_at + make_interval(hours => 24 * ${REFUND_DAYS}))
           over (partition by r.order_key, r.line_key) as in_time
    from ${orders}
   cross join lateral (
     select * from refunds where company_id = o.company_id and order_key = o.order_key offset 0) as r
    left join lateral (
     select amount from order_lines
      where company_id = o.company_id and order_key = o.order_key and line_key = r.line_key offset 0) as l on true`;

/** Of `order_sum_days`. */
export const REFUND_COLUMNS = 'refunds, late_refunds, unknown_refund_lines, excess_refund_lines';
/** A refund is of one order, so that numbers of days can be added. */
export const REFUND_COUNTS = `count(distinct refund_key) as refunds, count(distinct refund_key) filter (where is_late) as late_refunds,
    count(*) filter (where amount is null) as unknown_refund_lines,
    count(distinct (order_key, line_key)) filter (where in_time > amount) as excess_refund_lines`;

/**
 * Cost: refunds of the company, by their primary key; the sums of days, and the orders of days that are not added up. What is counted of orders
 * and lines is served by partial indexes.
 * @param timeZone - of the sums; the figures do not depend on it.
 */
export async function countKeptAside(
  trx: Knex.Transaction,
  companyId: string,
  timeZone: string,
): Promise<RevenueKeptAside> {
  const { rows } = await trx.raw<{ rows: RevenueKeptAside[] }>(
    `with ${ALL_DAYS}, counted as (
       select ${REFUND_COLUMNS} from summed
        union all
       select ${REFUND_COUNTS} from (${selectRefunds(OPEN_ORDERS)}) as refunded)
     select ((select count(distinct refund_key) from refunds where company_id = :companyId) - sum(refunds))::integer as "waitingRefunds",
            sum(unknown_refund_lines)::integer as "unknownRefundLines", sum(late_refunds)::integer as "lateRefunds",
            (select count(*) from orders
              where company_id = :companyId and names_unknown_analyses_only)::integer as "ordersWithUnknownAnalyses",
            (select count(*) from orders where company_id = :companyId and unread_analyses > 0)::integer as "ordersWithUnreadAnalyses",
            (select count(*) from order_lines where company_id = :companyId and is_foreign)::integer as "foreignLines",
            sum(excess_refund_lines)::integer as "excessRefundLines"
       from counted`,
    { companyId, timeZone },
  );
  return rows[0]!;
}
