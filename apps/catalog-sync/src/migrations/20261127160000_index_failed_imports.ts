import type { Knex } from 'knex';

/** Makes an index without blocking writes. */
export const config = { transaction: false };

/** Imports that failed, which administrators of the platform see counted (`GetStatus`). */
export async function up(knex: Knex): Promise<void> {
  // An attempt that waited too long for a lock leaves an invalid index.
  await knex.raw('drop index concurrently if exists import_runs_failed_idx');
  await knex.raw(
    `create index concurrently import_runs_failed_idx on import_runs (finished_at) where state = 'FAILED'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists import_runs_failed_idx');
}
