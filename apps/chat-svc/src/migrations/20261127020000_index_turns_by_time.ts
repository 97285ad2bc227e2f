import { createIndex } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Turns are still being stored while it is built. */
export const config = { transaction: false };

/** The turns of a company in the last minute are counted before each turn. */
export async function up(knex: Knex): Promise<void> {
  await createIndex(knex, 'turns_time_idx', 'turns (company_id, asked_at)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index turns_time_idx');
}
