import type { Knex } from 'knex';

const COMMENT =
  'ImportChanges of src/domain/import-changes.ts: a sample of what the file changes in the catalog that it was compared with; null: nothing was compared.';

/** What a run changes is compared when its rows are staged, which only the run itself can do. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table import_runs add column changes jsonb');
  await knex.raw(`comment on column import_runs.changes is '${COMMENT}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table import_runs drop column changes');
}
