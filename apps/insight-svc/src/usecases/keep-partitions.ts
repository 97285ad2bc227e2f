import { addDays, utcDay } from '@svc/domain';
import type { Clock } from '@svc/kit';
import type { Knex } from 'knex';
import { createPartition, dropPartition, listPartitions } from '../db/visit-partitions.js';
import { VISIT_DAYS } from '../domain/visits/funnel-visit.js';

/** Makes the partitions of today and tomorrow, and drops those whose visits are no longer kept. docs/insight.md N8.1. */
export async function keepPartitions({ db, clock }: { db: Knex; clock: Clock }): Promise<void> {
  const today = utcDay(clock.now());
  for (const day of [today, addDays(today, 1)]) await createPartition(db, day);
  const oldest = addDays(today, -VISIT_DAYS);
  for (const day of await listPartitions(db)) if (day < oldest) await dropPartition(db, day);
}
