import type { ZonedDay } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { Knex } from 'knex';
import { splitPeriod } from '../domain/sums/whole-weeks.js';
import { listAddedUpWeeks, type SumSubject } from './week-sums.js';

/** What a report is about; absent filters filter nothing. */
export interface SumFilter {
  companyId: string;
  /** Empty: all. */
  funnelId: string;
  from: ZonedDay;
  to: ZonedDay;
  versionId: string | undefined;
  locale: string | undefined;
  source: string | undefined;
}

export interface Totals {
  visits: number;
  starts: number;
  finishes: number;
}
export type NamedTotals = Totals & { name: string };

const STEPS: Piecewise = {
  subject: 'VISITS',
  name: 'step',
  columns: ['step_id', 'shown', 'answered', 'back', 'exits', 'first_shown', 'times'],
};

/** Rows of one breakdown. */
export const MAX_NAMES = 100;
/** Steps of one version. */
const MAX_STEPS = 100;

export const filtered = (db: Db, table: string, filter: SumFilter): Knex.QueryBuilder =>
  matching(db, table, filter).whereBetween('day', [filter.from, filter.to]);

function matching(db: Db, table: string, filter: SumFilter): Knex.QueryBuilder {
  const query = db(table).where({ company_id: filter.companyId });
  if (filter.funnelId !== '') query.where('funnel_id', filter.funnelId);
  if (filter.versionId !== undefined) query.where('version_id', filter.versionId);
  if (filter.locale !== undefined) query.where('locale', filter.locale);
  if (filter.source !== undefined) query.where('source', filter.source);
  return query;
}

/** Sums that are kept by day and by week. */
export interface Piecewise {
  subject: SumSubject;
  /** Of the tables: `step` has `step_days` and `step_weeks`. */
  name: string;
  columns: readonly string[];
}

/** What names the funnels of a period with the fewest rows, so that other sums are read by their keys, which begin with the funnel. */
const SMALLEST: Record<SumSubject, string> = { VISITS: 'funnel_days', ANALYSES: 'analysis_days' };

/**
 * Rows of a period, of weeks where these are added up and of days elsewhere. Sums of a week stay as they are while it is open, so a week
 * that opens between two reads counts as it was.
 */
export async function piecewise(
  db: Db,
  { subject, name, columns }: Piecewise,
  filter: SumFilter,
): Promise<() => Knex.QueryBuilder> {
  const addedUp = new Set(await listAddedUpWeeks(db, subject, filter));
  const { weeks, days } = splitPeriod(filter.from, filter.to, (week) => addedUp.has(week));
  const read = (table: string, column: string, values: string[]) => {
    const query = matching(db, table, filter)
      .whereRaw('?? = any(?::date[])', [column, values])
      .select([...columns]);
    if (filter.funnelId !== '') return query;
    return query.whereIn('funnel_id', filtered(db, SMALLEST[subject], filter).distinct('funnel_id'));
  };
  return () =>
    read(`${name}_days`, 'day', days)
      .unionAll(read(`${name}_weeks`, 'week', weeks))
      .as('sums');
}

const TOTALS = `coalesce(sum(visits), 0)::integer as visits, coalesce(sum(starts), 0)::integer as starts,
  coalesce(sum(finishes), 0)::integer as finishes`;

export async function readTotals(db: Db, filter: SumFilter): Promise<Totals> {
  const [row] = await filtered(db, 'funnel_days', filter).select(db.raw(TOTALS));
  return row as Totals;
}

export const readDays = (db: Db, filter: SumFilter): Promise<NamedTotals[]> =>
  filtered(db, 'funnel_days', filter)
    .select(db.raw(`day::text as name, ${TOTALS}`))
    .groupBy('day')
    .orderBy('day') as unknown as Promise<NamedTotals[]>;

/** Most visits first. */
export const readBreakdown = (
  db: Db,
  filter: SumFilter,
  column: 'source' | 'locale' | 'device' | 'version_id',
): Promise<NamedTotals[]> =>
  filtered(db, 'funnel_days', filter)
    .select(db.raw(`?? as name, ${TOTALS}`, [column]))
    .groupBy(column)
    .orderByRaw('visits desc, name')
    .limit(MAX_NAMES) as unknown as Promise<NamedTotals[]>;

export interface StepRow {
  stepId: number;
  shown: number;
  answered: number;
  back: number;
  exits: number;
  /** Visits by class of the time on the step. */
  times: Map<number, number>;
}

/** Steps in the order in which visits were shown them. */
export async function readSteps(db: Db, filter: SumFilter): Promise<StepRow[]> {
  const sums = await piecewise(db, STEPS, filter);
  const rows = (await db
    .from(sums())
    .select(
      db.raw(`step_id::text as step_id, sum(shown)::integer as shown, sum(answered)::integer as answered,
        sum(back)::integer as back, sum(exits)::integer as exits`),
    )
    .groupBy('step_id')
    .orderByRaw('sum(first_shown) / sum(shown), step_id')
    .limit(MAX_STEPS)) as (Omit<StepRow, 'stepId' | 'times'> & { step_id: string })[];
  const classes = (await db
    .from(sums())
    .joinRaw('cross join lateral jsonb_each_text(times) as class (class, visits)')
    .select(db.raw('step_id::text as step_id, class.class as class, sum(class.visits::integer)::integer as visits'))
    .groupBy('step_id', 'class.class')) as { step_id: string; class: string; visits: number }[];
  return rows.map(({ step_id, ...row }) => ({
    ...row,
    stepId: Number(step_id),
    times: new Map(
      classes.filter((one) => one.step_id === step_id).map((one) => [Number(one.class), one.visits] as const),
    ),
  }));
}
