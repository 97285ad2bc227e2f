import type { Knex } from 'knex';

const COMMENT =
  'What the catalog in force came from: UPLOAD, FEED or SHOPIFY, as for runs, or BLUEPRINT; null: nothing came since this column exists.';

/** Runs are deleted after 90 days and a blueprint has none, but what came from a shop must be found when it is to be erased. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table catalogs add column source text');
  await knex.raw(`comment on column catalogs.source is '${COMMENT}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table catalogs drop column source');
}
