import type { Knex } from 'knex';

/** Number of connections to this database that wait for a lock of another one. */
export async function countBlocked(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from pg_stat_activity a
      where datname = current_database() and exists (select from pg_locks l where not l.granted and l.pid = a.pid)`,
  );
  return rows[0]!.count;
}
