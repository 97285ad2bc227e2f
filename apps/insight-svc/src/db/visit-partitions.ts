import { lockName } from '@svc/kit';
import type { Knex } from 'knex';
import type { UtcDay } from '../domain/visits/utc-day.js';

/** Maximum wait for a lock that blocks inserts, in milliseconds. */
const LOCK_TIMEOUT_MS = 1_000;

/** Whether an insert failed because its day has no partition: SQLSTATE check_violation without a constraint name. */
export function isMissingPartition(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23514' && constraint === undefined;
}

/** Creates the partition of a day if it does not exist. Replicas may run it concurrently. */
export async function createPartition(db: Knex, day: UtcDay): Promise<void> {
  await db.transaction(async (trx) => {
    await lockName(trx, 'visit-partitions');
    await trx.raw('select create_visit_partition(?::date)', [day]);
  });
}

/** Days that have a partition, oldest first. */
export async function listPartitions(db: Knex): Promise<UtcDay[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'visits'::regclass order by relname`,
  );
  return rows.map(({ name }) => name.slice(-8).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'));
}

/**
 * Drops the visits of a day. Stops waiting for the lock after a second, because inserts are blocked meanwhile; the next run retries.
 * @throws Error 55P03 in that case.
 */
export async function dropPartition(db: Knex, day: UtcDay): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await trx.raw('select drop_visit_partition(?::date)', [day]);
  });
}
