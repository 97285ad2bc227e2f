import { createIndex } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Makes an index without blocking writes. */
export const config = { transaction: false };

/** Orders of the units of a holdout. */
export async function up(knex: Knex): Promise<void> {
  await createIndex(knex, 'orders_visitor_idx', 'orders (company_id, visitor_hash) where visitor_hash is not null');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_visitor_idx');
}
