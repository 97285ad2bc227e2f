import { createIndex } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Makes an index without blocking writes. */
export const config = { transaction: false };

/**
 * Imports by their end: administrators of the platform see how many failed lately (`GetStatus`). It has all imports, since an index of the failed ones
 * would be empty until the first one fails, and need a page of its own just then, which a full disk does not have.
 */
export async function up(knex: Knex): Promise<void> {
  await createIndex(knex, 'import_runs_finished_idx', 'import_runs (finished_at)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists import_runs_finished_idx');
}
