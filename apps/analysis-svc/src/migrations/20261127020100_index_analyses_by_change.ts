import type { Knex } from 'knex';

/** Makes an index without blocking writes. */
export const config = { transaction: false };

/** Analyses in the order of their changes (`ListAnalysisFacts`). */
export async function up(knex: Knex): Promise<void> {
  // An attempt that waited too long for a lock leaves an invalid index.
  await knex.raw('drop index concurrently if exists analyses_change_idx');
  await knex.raw(`create index concurrently analyses_change_idx on analyses (coalesce(change_xid, '0'::xid8), key)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists analyses_change_idx');
}
