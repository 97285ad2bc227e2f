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

/**
 * Makes the partition of a day unless it is there. Replicas may do so at once. Attaching a finished table, unlike
 * `create … partition of`, does not make inserts wait.
 */
export async function createPartition(knex: Knex, day: UtcDay): Promise<void> {
  const name = partitionOf(day);
  await knex.transaction(async (transaction) => {
    await transaction.raw("select pg_advisory_xact_lock(hashtext('event-partitions'))");
    const { rows } = await transaction.raw<{ rows: { found: boolean }[] }>(
      'select to_regclass(?) is not null as found',
      [name],
    );
    if (rows[0]?.found) return;
    await transaction.raw('create table ?? (like ?? including all)', [name, TABLE]);
    // The day was checked by `partitionOf`; a bound cannot be a parameter.
    await transaction.raw(`alter table ?? attach partition ?? for values from ('${day}') to ('${day}'::date + 1)`, [
      TABLE,
      name,
    ]);
  });
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
    await transaction.raw('drop table if exists ??', [partitionOf(day)]);
  });
}
