import type { Knex } from 'knex';

/** Turns are still being stored while it is built. */
export const config = { transaction: false };

/** The turns of a company in the last minute are counted before each turn. */
export async function up(knex: Knex): Promise<void> {
  // An attempt that waited too long for a lock leaves an invalid index.
  await knex.raw('drop index concurrently if exists turns_time_idx');
  await knex.raw('create index concurrently turns_time_idx on turns (company_id, asked_at)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index turns_time_idx');
}
