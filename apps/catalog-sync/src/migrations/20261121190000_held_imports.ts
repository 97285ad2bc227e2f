import type { Knex } from 'knex';

const COMMENTS = {
  'import_runs.currency': 'ISO 4217 of rows that name none, as it was when the file came; null: not said.',
  'import_runs.decision':
    'Decision about a held run: APPLIED, DISCARDED or SUPERSEDED; null: it is still held, or never was.',
  'held_rows.run_id': 'The held run; its rows are gone when it is decided.',
  'held_rows.position': 'As in the staging table: place of a product or a variant in the file.',
  'held_rows.product_id': 'Product of the row.',
  'held_rows.id': 'Variant id; null: the row is a product.',
  'catalogs.mapping': 'ColumnMapping of libs/domain, or null.',
};

/** Rows of held imports, kept until the merchant decides; and the column mapping of a company's files. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table import_runs
      add column currency text,
      add column decision text check (decision in ('APPLIED', 'DISCARDED', 'SUPERSEDED'))`);
  await knex.raw('alter table catalogs add column mapping json');
  // The columns of the staging table, so that rows go there and back as they are.
  await knex.raw(`
    create table held_rows (
      run_id text not null references import_runs (id) on delete cascade,
      position integer not null,
      product_id text collate "C" not null,
      id text collate "C",
      name text,
      url text,
      image_url text,
      tags text[] not null,
      available boolean,
      price text,
      compare_at_price text,
      currency text,
      color text,
      short_description text,
      package_size text,
      unit_price_measurement text,
      words text,
      first_name text,
      vendor text,
      line text
    )`);
  await knex.raw('create index held_rows_run_idx on held_rows (run_id)');
  await knex.raw("comment on table held_rows is 'Staged rows of held imports; columns as in products and variants.'");
  for (const [column, text] of Object.entries(COMMENTS)) {
    await knex.raw(`comment on column ${column} is '${text}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table held_rows');
  await knex.raw('alter table catalogs drop column mapping');
  await knex.raw('alter table import_runs drop column decision, drop column currency');
}
