import type { UtcDay } from '@svc/domain';
import { dropDayPartition, listPartitionDays, lockName } from '@svc/kit';
import type { Knex } from 'knex';

/** Creates the partition of a day if it does not exist. Replicas may run it concurrently. */
export async function createPartition(db: Knex, day: UtcDay): Promise<void> {
  await db.transaction(async (trx) => {
    await lockName(trx, 'visit-partitions');
    await trx.raw('select create_visit_partition(?::date)', [day]);
  });
}

/** Days that have a partition, oldest first. */
export const listPartitions = (db: Knex): Promise<UtcDay[]> => listPartitionDays(db, 'visits');

/** Drops the visits of a day. @throws Error 55P03 while inserts hold the table. */
export const dropPartition = (db: Knex, day: UtcDay): Promise<void> =>
  dropDayPartition(db, 'drop_visit_partition', day);
