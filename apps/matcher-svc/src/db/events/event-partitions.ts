import type { UtcDay } from '@svc/domain';
import { type Db, dropDayPartition, listPartitionDays } from '@svc/kit';
import type { Knex } from 'knex';

const TABLE = 'interaction_events';

/** The name of the table with the events of a day. It is created with the first event. */
export function toPartition(day: UtcDay): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`'${day}' must be a day like 2026-11-21.`);
  return `${TABLE}_${day.replaceAll('-', '')}`;
}

/** Creates the partition of a day if it does not exist. Replicas may run it concurrently. */
export async function createPartition(db: Knex, day: UtcDay): Promise<void> {
  await db.raw('select create_event_partition(?::date)', [day]);
}

/** Whether the day has a partition. */
export async function hasPartition(db: Db, day: UtcDay): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { found: boolean }[] }>('select to_regclass(?) is not null as found', [
    toPartition(day),
  ]);
  return rows[0]?.found === true;
}

/** Days that have a partition, oldest first. */
export const listPartitions = (db: Knex): Promise<UtcDay[]> => listPartitionDays(db, TABLE);

/** Drops the events of a day. @throws Error 55P03 while inserts hold the table. */
export const dropPartition = (db: Knex, day: UtcDay): Promise<void> =>
  dropDayPartition(db, 'drop_event_partition', day);
