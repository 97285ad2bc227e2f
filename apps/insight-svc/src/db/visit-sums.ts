import { utcDay, type ZonedDay } from '@svc/domain';
import { type Db, readByCursor } from '@svc/kit';
import type { Knex } from 'knex';
import { utcDaysAround } from '../domain/sums/utc-days-around.js';
import type { DaySums, WholeVisit } from '../domain/sums/visit-sums.js';
import { VISIT_EVENT_TYPES, type VisitDeviceName } from '../domain/visits/funnel-visit.js';
import { openWeek } from './week-sums.js';

/** Visits per read: few milliseconds of work, so that reports and intake do not wait. */
const PAGE = 500;
/** Rows of one insert. */
const INSERT = 500;

interface VisitRow {
  funnel_id: string;
  version_id: string;
  source: string;
  locale: string;
  device: VisitDeviceName;
  events: [n: number, type: number, stepId: number, atMs: number][];
}

/** The visits of a day of the company's zone. */
export const readVisits = (
  trx: Knex.Transaction,
  companyId: string,
  day: ZonedDay,
  timeZone: string,
): AsyncGenerator<WholeVisit[], void, undefined> =>
  readPages(
    trx,
    `select funnel_id, version_id, source, locale, device, events from visits
      where company_id = ? and day between ?::date and ?::date
        and started_at >= ?::date::timestamp at time zone ? and started_at < (?::date + 1)::timestamp at time zone ?`,
    [companyId, ...utcDaysAround(day), day, timeZone, day, timeZone],
  );

/** The visits of a funnel that began in a period. */
export const readVisitsBetween = (
  trx: Knex.Transaction,
  { companyId, funnelId }: { companyId: string; funnelId: string },
  from: Date,
  to: Date,
): AsyncGenerator<WholeVisit[], void, undefined> =>
  readPages(
    trx,
    `select funnel_id, version_id, source, locale, device, events from visits
      where company_id = ? and day between ?::date and ?::date and funnel_id = ? and started_at >= ? and started_at < ?`,
    [companyId, utcDay(from), utcDay(to), funnelId, from, to],
  );

/** Page by page with a cursor, so that memory does not grow with the period. */
async function* readPages(
  trx: Knex.Transaction,
  sql: string,
  values: (string | Date)[],
): AsyncGenerator<WholeVisit[], void, undefined> {
  for await (const rows of readByCursor<VisitRow>(trx, {
    name: 'visits_of_period',
    sql: sql,
    bindings: values,
    rows: PAGE,
  }))
    yield rows.map(toVisit);
}

const toVisit = ({ funnel_id, version_id, source, locale, device, events }: VisitRow): WholeVisit => ({
  ...{ funnelId: funnel_id, versionId: version_id, source, locale, device },
  events: events.map(([n, type, stepId, atMs]) => ({
    ...{ n, stepId, atMs },
    type: VISIT_EVENT_TYPES[type - 1] as (typeof VISIT_EVENT_TYPES)[number],
  })),
});

/** Replaces the sums of a day. */
export async function replaceSums(
  trx: Knex.Transaction,
  companyId: string,
  day: ZonedDay,
  sums: DaySums,
): Promise<void> {
  const where = { company_id: companyId, day };
  await trx('funnel_days').where(where).delete();
  await trx('step_days').where(where).delete();
  const toDimensions = (row: DaySums['funnels'][number] | DaySums['steps'][number]) => ({
    ...where,
    ...{
      funnel_id: row.funnelId,
      version_id: row.versionId,
      locale: row.locale,
      source: row.source,
      device: row.device,
    },
  });
  const funnels = sums.funnels.map((row) => ({
    ...toDimensions(row),
    ...{ visits: row.visits, starts: row.starts, finishes: row.finishes },
  }));
  const steps = sums.steps.map((row) => ({
    ...toDimensions(row),
    ...{ step_id: row.stepId, shown: row.shown, answered: row.answered, back: row.back, exits: row.exits },
    ...{ first_shown: row.firstShown, times: JSON.stringify(Object.fromEntries(row.times)) },
  }));
  await trx.batchInsert('funnel_days', funnels, INSERT);
  await trx.batchInsert('step_days', steps, INSERT);
  await openWeek(trx, companyId, 'VISITS', day);
}

/** A day of a company that must be added up again. */
export interface StaleDay {
  companyId: string;
  day: ZonedDay;
}

/** Days with visits that were stored in a period, by the zones of their companies. */
export async function listChangedDays(db: Db, from: Date, until: Date): Promise<StaleDay[]> {
  const { rows } = await db.raw<{ rows: { company_id: string; day: string }[] }>(
    `select distinct v.company_id, ((v.started_at at time zone coalesce(z.time_zone, 'UTC'))::date)::text as day
       from all_visits v left join all_company_zones z on z.company_id = v.company_id
      where v.updated_at >= ? and v.updated_at < ?::timestamptz + interval '1 millisecond' order by 1, 2`,
    [from, until],
  );
  return rows.map(({ company_id, day }) => ({ companyId: company_id, day }));
}

/** When the first visit that is kept was stored. */
export async function findFirstUpdate(db: Db): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { first: Date | null }[] }>('select min(updated_at) as first from all_visits');
  return rows[0]?.first ?? undefined;
}

/** The database's clock, by which visits are stamped. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await db.raw<{ rows: { now: Date }[] }>('select clock_timestamp() as now');
  return rows[0]?.now as Date;
}
