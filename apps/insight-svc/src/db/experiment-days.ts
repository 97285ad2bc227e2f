import type { ExperimentMeasureName, ZonedDay } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { Knex } from 'knex';
import type { Moments } from '../domain/experiments/moments.js';
import { utcDaysAround } from '../domain/sums/utc-days-around.js';

/** EXPOSURE: every unit that was assigned; its value is the time until the first question. */
export type DayMeasure = ExperimentMeasureName | 'EXPOSURE';

/** Sums of one day, arm and measure. */
export interface ExperimentDay extends Moments {
  day: ZonedDay;
  /** Key. */
  arm: string;
  measure: DayMeasure;
  /** Units whose window is open; not among `units`. */
  openUnits: number;
  successes: number;
}

/** Which visits of a test count, by days of a zone. */
export interface VisitRange {
  companyId: string;
  experimentId: string;
  from: ZonedDay;
  to: ZonedDay;
  /** Stored visitors who were here between this day and `from` are counted there, not again. */
  lookFrom: ZonedDay;
  timeZone: string;
  /** Visits that began before do not count. */
  since: Date;
  /** Null: the test runs. */
  until: Date | null;
}

/**
 * Sums of the visits of a test: those that showed a question (EXPOSURE), and of these, those with an answer, and whether they finished
 * (COMPLETION_RATE), as docs/insight.md N11 counts them. A stored visitor is one unit, of the day of its first visit. Reads the partitions of
 * the range.
 */
export async function sumVisits(trx: Knex.Transaction, range: VisitRange): Promise<ExperimentDay[]> {
  const { rows } = await trx.raw<{ rows: ExperimentDay[] }>(
    `with visit as (
       select started_at, arm, coalesce(encode(visitor_hash, 'hex'), visit_id) as unit,
              jsonb_path_exists(events, 'strict $[*] \\? (@[1] == 2 || @[1] == 4)') as is_started,
              jsonb_path_exists(events, 'strict $[*] \\? (@[1] == 4)') as is_finished,
              (select min((event->>3)::double precision) from jsonb_array_elements(events) event where event->>1 = '1') as first_ms
         from visits
        where company_id = :companyId and experiment_id = :experimentId and day between :first::date and :last::date
          and started_at >= greatest(:since::timestamptz, :lookFrom::date::timestamp at time zone :timeZone)
          and started_at < least(coalesce(:until::timestamptz, 'infinity'), (:to::date + 1)::timestamp at time zone :timeZone)
          and jsonb_path_exists(events, 'strict $[*] \\? (@[1] == 1)')
     ), all_units as (
       select (min(started_at) at time zone :timeZone)::date as day, arm, bool_or(is_started) as is_started,
              bool_or(is_finished) as is_finished, (array_agg(first_ms order by started_at))[1] as first_ms
         from visit group by unit, arm
     ), units as (select * from all_units where day >= :from::date)
     select day::text as day, arm, 'EXPOSURE' as measure, count(*)::integer as units, 0 as "openUnits",
            count(*)::integer as successes, sum(first_ms) as sum, sum(first_ms * first_ms) as "sumOfSquares"
       from units group by day, arm
     union all
     select day::text, arm, 'COMPLETION_RATE', count(*)::integer, 0, count(*) filter (where is_finished)::integer,
            (count(*) filter (where is_finished))::double precision, (count(*) filter (where is_finished))::double precision
       from units where is_started group by day, arm`,
    {
      ...{ companyId: range.companyId, experimentId: range.experimentId, timeZone: range.timeZone },
      ...{ from: range.from, to: range.to, since: range.since, until: range.until },
      ...{ lookFrom: range.lookFrom, first: utcDaysAround(range.lookFrom)[0], last: utcDaysAround(range.to)[1] },
    },
  );
  return rows;
}

/** Whether stored visitors are among the visits of a test since a day. */
export async function hasVisitors(
  trx: Knex.Transaction,
  companyId: string,
  { experimentId, from }: Pick<VisitRange, 'experimentId' | 'from'>,
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select from visits where company_id = ? and experiment_id = ? and day >= ?::date and visitor_hash is not null limit 1`,
    [companyId, experimentId, utcDaysAround(from)[0]],
  );
  return rows.length > 0;
}

/**
 * Replaces the sums of these days and measures. The test is locked before its days, as it is by what deletes it with them: in the other
 * order, each of the two would wait for the other.
 */
export async function replaceDays(
  trx: Knex.Transaction,
  { companyId, experimentId, from }: { companyId: string; experimentId: string; from: ZonedDay },
  measures: readonly DayMeasure[],
  days: readonly ExperimentDay[],
): Promise<void> {
  const key = { company_id: companyId, experiment_id: experimentId };
  await trx('experiments').where(key).forKeyShare().select('experiment_id');
  await trx('experiment_days')
    .where(key)
    .whereIn('measure', [...measures])
    .where('day', '>=', from)
    .delete();
  await trx.batchInsert(
    'experiment_days',
    days.map(({ day, arm, measure, units, openUnits, successes, sum, sumOfSquares }) => ({
      ...key,
      ...{ day, arm, measure, units, open_units: openUnits, successes, sum, sum_of_squares: sumOfSquares },
    })),
    500,
  );
}

/** In order of day, arm and measure. */
export async function listDays(trx: Db, companyId: string, experimentId: string): Promise<ExperimentDay[]> {
  return (await trx('experiment_days')
    .where({ company_id: companyId, experiment_id: experimentId })
    .orderBy(['day', 'arm', 'measure'])
    .select(
      trx.raw(
        `day::text as day, arm, measure, units, open_units as "openUnits", successes, sum, sum_of_squares as "sumOfSquares"`,
      ),
    )) as unknown as ExperimentDay[];
}

/** A test whose sums may change: it runs, or ended a short time ago. */
export interface SummedExperiment {
  companyId: string;
  id: string;
}

export async function listSummedExperiments(db: Db, endedSince: Date): Promise<SummedExperiment[]> {
  const { rows } = await db.raw<{ rows: { company_id: string; experiment_id: string }[] }>(
    `select company_id, experiment_id from all_experiments where state = 'RUNNING' or ended_at > ? order by 1, 2`,
    [endedSince],
  );
  return rows.map(({ company_id, experiment_id }) => ({ companyId: company_id, id: experiment_id }));
}

/** How far the sums of a test were made; null: not at all. */
export async function readSummedUntil(trx: Db, companyId: string, id: string): Promise<Date | null> {
  const row = await trx('experiments')
    .where({ company_id: companyId, experiment_id: id })
    .first<{ summed_until: Date | null } | undefined>('summed_until');
  return row?.summed_until ?? null;
}

export async function writeSummedUntil(trx: Db, companyId: string, id: string, until: Date): Promise<void> {
  await trx('experiments').where({ company_id: companyId, experiment_id: id }).update({ summed_until: until });
}
