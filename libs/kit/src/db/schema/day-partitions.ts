import type { Knex } from 'knex';
import { LOCK_TIMEOUT_MS } from './lock-timeout.js';

/** Whether an insert failed because its day has no partition: SQLSTATE check_violation without a constraint name. */
export function isMissingPartition(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23514' && constraint === undefined;
}

/** Days that have a partition, as `YYYY-MM-DD`, oldest first. @param table - its partitions are named `<table>_YYYYMMDD`. */
export async function listPartitionDays(db: Knex, table: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ?::regclass order by relname`,
    [table],
  );
  return rows.map(({ name }) => name.slice(-8).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'));
}

/**
 * Drops the partition of a day. Stops waiting for the lock after a second, because inserts are blocked meanwhile; the next run retries.
 * @param drop - function of the schema that drops it, as its owner.
 * @throws Error 55P03 in that case.
 */
export async function dropDayPartition(db: Knex, drop: string, day: string): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await trx.raw('select ??(?::date)', [drop, day]);
  });
}
