import { createIndex } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Makes an index without blocking writes. */
export const config = { transaction: false };

/** Deliveries that failed for good, which administrators of the platform see counted (`GetStatus`). */
export async function up(knex: Knex): Promise<void> {
  await createIndex(knex, 'deliveries_dead_idx', `deliveries (finished_at) where state = 'DEAD'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists deliveries_dead_idx');
}
