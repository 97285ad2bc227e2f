import type { Knex } from 'knex';

/** Index for the held deliveries of a disabled endpoint. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index deliveries_held_idx on deliveries (company_id, target) where state = 'PENDING' and next_attempt_at is null`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index deliveries_held_idx');
}
