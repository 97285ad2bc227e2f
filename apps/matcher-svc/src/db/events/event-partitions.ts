import type { Knex } from 'knex';
import type { UtcDay } from '../../events/utc-day.js';

const TABLE = 'interaction_events';
/** Maximum wait for a lock that blocks inserts, in milliseconds. */
const LOCK_TIMEOUT_MS = 1_000;

/** The name of the table with the events of a day. It is created with the first event. */
export function toPartition(day: UtcDay): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`'${day}' must be a day like 2026-11-21.`);
  return `${TABLE}_${day.replaceAll('-', '')}`;
}

/** Whether an insert failed because its day has no partition: SQLSTATE check_violation without a constraint name. */
export function isMissingPartition(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23514' && constraint === undefined;
}

/** Creates the partition of a day if it does not exist. Replicas may run it concurrently. */
export async function createPartition(db: Knex, day: UtcDay): Promise<void> {
  await db.raw('select create_event_partition(?::date)', [day]);
}

/** Days that have a partition, oldest first. */
export async function listPartitions(db: Knex): Promise<UtcDay[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ?::regclass order by relname`,
    [TABLE],
  );
  return rows.map(({ name }) => name.slice(-8).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'));
}

/**
 * Drops the events of a day. Stops waiting for the lock after a second, because inserts are blocked meanwhile; the next run retries.
 * @throws Error 55P03 in that case.
 */
export async function dropPartition(db: Knex, day: UtcDay): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await trx.raw('select drop_event_partition(?::date)', [day]);
  });
}
