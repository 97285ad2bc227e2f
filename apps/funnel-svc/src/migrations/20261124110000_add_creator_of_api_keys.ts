import type { Knex } from 'knex';

/** The list of keys says who created each. docs/management.md "Keys, versions, imports, erasure". */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table api_keys add column created_by text');
  await knex.raw(`comment on column api_keys.created_by is
    'Display name of the user at that time; null: the platform token, or not known.'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table api_keys drop column created_by');
}
