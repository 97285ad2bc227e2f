import type { Knex } from 'knex';
import type { UtcDay } from '../../events/utc-day.js';

const TABLE = 'interaction_events';
/** Longest wait for a lock that inserts would have to queue behind, milliseconds. */
const LOCK_TIMEOUT_MS = 1_000;

/** The table that holds the events of a day; there is none before the first of them. */
export function partitionOf(day: UtcDay): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`'${day}' is not a day.`);
  return `${TABLE}_${day.replaceAll('-', '')}`;
}

/** SQLSTATE check_violation, but of no constraint: what an insert gets for whose day there is no partition. */
export function isMissingPartition(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23514' && constraint === undefined;
}

/** Makes the partition of a day unless it is there. Replicas may do so at once. */
export async function createPartition(knex: Knex, day: UtcDay): Promise<void> {
  await knex.raw('select create_event_partition(?::date)', [day]);
}

/** Days that have a partition, oldest first. */
export async function listPartitions(knex: Knex): Promise<UtcDay[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ?::regclass order by relname`,
    [TABLE],
  );
  return rows.map(({ name }) => name.slice(-8).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'));
}

/**
 * Drops the events of a day. Gives up after a second of waiting, since inserts queue behind; the next run tries again.
 * @throws Error 55P03 then.
 */
export async function dropPartition(knex: Knex, day: UtcDay): Promise<void> {
  await knex.transaction(async (transaction) => {
    await transaction.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await transaction.raw('select drop_event_partition(?::date)', [day]);
  });
}
