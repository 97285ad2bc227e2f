import { createIndex } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Makes an index without blocking writes. */
export const config = { transaction: false };

/** Analyses in the order of their changes (`ListAnalysisFacts`). */
export async function up(knex: Knex): Promise<void> {
  await createIndex(knex, 'analyses_change_idx', `analyses (coalesce(change_xid, '0'::xid8), key)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists analyses_change_idx');
}
