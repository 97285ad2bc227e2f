import type { Db } from '@svc/kit';

/** What was followed or added up: visits, analyses and their events as listed by other services, and the sums of both. */
export type ProgressName = 'visits' | 'facts' | 'events' | 'analyses';

/** How far; undefined: not at all. */
export async function loadProgress(db: Db, name: ProgressName): Promise<Date | undefined> {
  const row = await db('sum_progress').where({ name }).first<{ until: Date } | undefined>('until');
  return row?.until;
}

/** How far both analyses and their events were followed; undefined: one of them not at all. */
export async function loadFollowed(db: Db): Promise<Date | undefined> {
  const names: ProgressName[] = ['facts', 'events'];
  const until = db.raw('min(until) as until');
  const [row] = await db('sum_progress')
    .whereIn('name', names)
    .having(db.raw('count(*) = 2'))
    .select<{ until: Date }[]>(until);
  return row?.until;
}

export async function saveProgress(db: Db, name: ProgressName, until: Date): Promise<void> {
  await db('sum_progress')
    .insert({ name, until })
    .onConflict('name')
    .merge({ until: db.raw('greatest(sum_progress.until, excluded.until)') as unknown as Date });
}

/** Seconds since then, by the clock of the database; undefined: not at all. */
export async function readAgeS(db: Db, name: ProgressName): Promise<number | undefined> {
  const age = db.raw('extract(epoch from clock_timestamp() - until)::float8 as age_s');
  const row = await db('sum_progress').where({ name }).first<{ age_s: number } | undefined>(age);
  return row?.age_s;
}
