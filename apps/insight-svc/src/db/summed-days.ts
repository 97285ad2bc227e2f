/** Day of the zone, as the times between which its orders are. */
const times = (day: string): string =>
  `${day} as day, ${day}::timestamp at time zone :timeZone as begins_at, (${day} + 1)::timestamp at time zone :timeZone as ends_at`;

/** Orders of days `d`. Served by orders_day_idx. */
const toOrders = (days: string): string => `${days} as d
    cross join lateral (
      select * from orders where company_id = :companyId and ordered_at >= d.begins_at and ordered_at < d.ends_at offset 0) as o`;

/** Orders of these ids, with their days in the zone. Served by the primary key. */
export const ORDERS_BY_KEY = `(
      select *, (ordered_at at time zone :timeZone)::date as day from orders
       where company_id = :companyId and order_key = any(:keys::text[])) as o
    cross join lateral (select o.day) as d`;
/** Orders of `:day`. */
export const ORDERS_OF_DAY = toOrders(`(select ${times(':day::date')})`);
/** Orders of days that are not added up. */
export const OPEN_ORDERS = toOrders('open_day');

const daysBetween = (from: string, to: string): string => `queried as materialized (
      select ${times('day')} from (
        select generate_series(${from}, ${to}, interval '1 day')::date as day) as of_query),
    summed as materialized (
      select s.* from queried join order_sum_days s using (day)
       where s.company_id = :companyId and s.time_zone = :timeZone and s.has_line_credits and not exists (
         select from order_day_marks m
          where m.company_id = :companyId and m.quarter >= queried.begins_at and m.quarter < queried.ends_at)),
    open_day as materialized (
      select * from queried where day not in (select day from summed))`;

/**
 * Common table expressions of a report: `summed`, the days of the query whose sums are those of their orders, and `open_day`, its other days, whose
 * orders must be read. Both are of one statement, and thus of one snapshot, so that each order is in exactly one of them.
 */
export const DAYS = daysBetween(':fromDay::date', ':toDay::date');

const selectDay = (order: 'min' | 'max'): string =>
  `(select (${order}(ordered_at) at time zone :timeZone)::date from orders where company_id = :companyId)`;

/** The same of all days of orders that are kept. Served by orders_day_idx. */
export const ALL_DAYS = daysBetween(selectDay('min'), selectDay('max'));

/** Of sums of days: those of the query that are added up. */
export const SUMMED =
  'company_id = :companyId and day between :fromDay::date and :toDay::date and day not in (select day from open_day)';
