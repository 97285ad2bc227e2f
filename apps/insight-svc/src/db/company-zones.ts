import type { Db } from '@svc/kit';

/** Of companies that never had another one. */
const DEFAULT_TIME_ZONE = 'UTC';

/** The zone by which a company's days are added up. */
export async function loadTimeZone(db: Db, companyId: string): Promise<string> {
  const row = await db('company_zones').where({ company_id: companyId }).first<{ time_zone: string } | undefined>();
  return row?.time_zone ?? DEFAULT_TIME_ZONE;
}

/**
 * A zone by a name that means the same to PostgreSQL, which has abbreviations such as CET without summer time, and others such as ECT not at all.
 * Names of places are the same.
 */
export function toDatabaseZone(timeZone: string): string {
  if (timeZone.includes('/')) return timeZone;
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}

/**
 * A zone that PostgreSQL does not know is not followed: statements that read the zones of all companies would fail for all of them.
 * @returns whether this is not the zone by which the company's days are added up; it is from now on.
 */
export async function followTimeZone(db: Db, companyId: string, timeZone: string): Promise<boolean> {
  const name = toDatabaseZone(timeZone);
  if (name === (await loadTimeZone(db, companyId)) || !(await isKnown(db, name))) return false;
  await changeTimeZone(db, companyId, name);
  return true;
}

async function isKnown(db: Db, timeZone: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    'select from pg_timezone_names where lower(name) = lower(?) limit 1',
    [timeZone],
  );
  return rows.length > 0;
}

/** From now on days are those of this zone; all that are kept must be added up again. */
export async function changeTimeZone(db: Db, companyId: string, timeZone: string): Promise<void> {
  await db('company_zones')
    .insert({ company_id: companyId, time_zone: timeZone, is_stale: true })
    .onConflict('company_id')
    .merge();
}

export async function markSummed(db: Db, companyId: string, timeZone: string): Promise<void> {
  await db('company_zones').where({ company_id: companyId, time_zone: timeZone }).update({ is_stale: false });
}

/** Companies whose zone was changed. */
export async function listStaleZones(db: Db, limit: number): Promise<string[]> {
  const rows = await db('all_company_zones').where({ is_stale: true }).orderBy('company_id').limit(limit);
  return rows.map(({ company_id }: { company_id: string }) => company_id);
}
