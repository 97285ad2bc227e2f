import { addDays, type ZonedDay } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { Knex } from 'knex';
import type { Week } from '../domain/sums/whole-weeks.js';
import { toWeek } from '../domain/sums/whole-weeks.js';

/** Of which sums. */
export type SumSubject = 'VISITS' | 'ANALYSES';

/** A week of a company whose days changed since it was added up. */
export interface OpenWeek {
  companyId: string;
  subject: SumSubject;
  week: Week;
}

/** Notes that a day changed: until its week is added up again, reports read its days. */
export async function openWeek(
  trx: Knex.Transaction,
  companyId: string,
  subject: SumSubject,
  day: ZonedDay,
): Promise<void> {
  await trx('sum_weeks')
    .insert({ company_id: companyId, subject, week: toWeek(day), is_added_up: false })
    .onConflict(['company_id', 'subject', 'week'])
    .merge();
}

/** Weeks of a period whose sums may be read. */
export async function listAddedUpWeeks(
  db: Db,
  subject: SumSubject,
  { companyId, from, to }: { companyId: string; from: ZonedDay; to: ZonedDay },
): Promise<Week[]> {
  const rows = await db('sum_weeks')
    .where({ company_id: companyId, subject, is_added_up: true })
    .whereBetween('week', [from, to])
    .select<{ week: string }[]>(db.raw('week::text as week'));
  return rows.map(({ week }) => week);
}

/** Open weeks that began before a day, the newest first. Served by sum_weeks_open_idx. */
export async function listOpenWeeks(db: Db, before: ZonedDay, limit: number): Promise<OpenWeek[]> {
  const rows = await db('all_sum_weeks')
    .where('week', '<', before)
    .where({ is_added_up: false })
    .orderBy([{ column: 'week', order: 'desc' }, 'company_id', 'subject'])
    .limit(limit)
    .select<{ company_id: string; subject: SumSubject; week: string }[]>(
      'company_id',
      'subject',
      db.raw('week::text as week'),
    );
  return rows.map(({ company_id, subject, week }) => ({ companyId: company_id, subject, week }));
}

const DIMENSIONS = 'funnel_id, version_id, locale, source';
/** Funnels of a week come from the smallest of its sums, so that the others are read by their keys. */
const DAYS = 'company_id = :companyId and funnel_id in (select funnel_id from funnels) and day between :week and :last';

const SUMS: Record<SumSubject, { smallest: string; tables: Record<string, string> }> = {
  VISITS: {
    smallest: 'funnel_days',
    tables: {
      step_weeks: `
        select company_id, funnel_id, :week::date, version_id, locale, source, step_id, shown, answered, back, exits, first_shown,
               coalesce(times, '{}')
          from (
            select company_id, ${DIMENSIONS}, step_id, sum(shown)::integer as shown, sum(answered)::integer as answered,
                   sum(back)::integer as back, sum(exits)::integer as exits, sum(first_shown)::bigint as first_shown
              from step_days where ${DAYS} group by company_id, ${DIMENSIONS}, step_id) as counted
          left join (
            select ${DIMENSIONS}, step_id, jsonb_object_agg(class, visits) as times
              from (
                select ${DIMENSIONS}, step_id, class.class, sum(class.visits::integer) as visits
                  from step_days cross join lateral jsonb_each_text(times) as class (class, visits)
                 where ${DAYS} group by ${DIMENSIONS}, step_id, class.class) as classes
             group by ${DIMENSIONS}, step_id) as timed using (${DIMENSIONS}, step_id)`,
    },
  },
  ANALYSES: {
    smallest: 'analysis_days',
    tables: {
      option_weeks: `
        select company_id, funnel_id, :week::date, version_id, locale, source, step_id, option_key, sum(analyses)
          from option_days where ${DAYS} group by company_id, ${DIMENSIONS}, step_id, option_key`,
      variant_weeks: `
        select company_id, funnel_id, :week::date, version_id, locale, source, variant_id, sum(shown), sum(clicked), sum(added), sum(bought)
          from variant_days where ${DAYS} group by company_id, ${DIMENSIONS}, variant_id`,
    },
  },
};

/** Adds a week up again as a whole. Days that change meanwhile wait, and open it again. */
export async function addUpWeek(trx: Knex.Transaction, { companyId, subject, week }: OpenWeek): Promise<void> {
  const key = { company_id: companyId, subject, week };
  await trx('sum_weeks').where(key).forUpdate().first('week');
  const { smallest, tables } = SUMS[subject];
  for (const [table, select] of Object.entries(tables)) {
    await trx(table).where({ company_id: companyId, week }).delete();
    await trx.raw(
      `with funnels as (
         select distinct funnel_id from ${smallest} where company_id = :companyId and day between :week and :last)
       insert into ${table} ${select}`,
      { companyId, week, last: addDays(week, 6) },
    );
  }
  await trx('sum_weeks').where(key).update({ is_added_up: true });
}
