import type { Knex } from 'knex';

/** Makes an index without blocking writes. */
export const config = { transaction: false };

/** Orders of the units of a holdout. */
export async function up(knex: Knex): Promise<void> {
  // An attempt that waited too long for a lock leaves an invalid index.
  await knex.raw('drop index concurrently if exists orders_visitor_idx');
  await knex.raw(
    'create index concurrently orders_visitor_idx on orders (company_id, visitor_hash) where visitor_hash is not null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_visitor_idx');
}
