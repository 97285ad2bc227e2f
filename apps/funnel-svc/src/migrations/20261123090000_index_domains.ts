import type { Knex } from 'knex';

/** Finds the company of a shop page by its host. Expressions of the index are those of the statement that looks it up. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index companies_domains_idx on companies using gin ((domains::jsonb))');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index companies_domains_idx');
}
