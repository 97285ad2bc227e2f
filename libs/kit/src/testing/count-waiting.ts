import type { Knex } from 'knex';

/** How many connections to this database wait for a lock of another one: a test knows by it how far simultaneous work has come. */
export async function countWaiting(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and exists (select from pg_locks where not granted and pid = pg_stat_activity.pid)`,
  );
  return rows[0]?.count ?? 0;
}
