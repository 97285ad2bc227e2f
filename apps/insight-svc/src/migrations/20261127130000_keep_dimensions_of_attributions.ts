import type { Knex } from 'knex';

const COLUMNS = ['version_id', 'locale', 'source'];

/** An order may be up to 30 days younger than its analysis, and both are kept as long: the analysis is deleted first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table attributions ${COLUMNS.map((name) => `add column ${name} text`).join(', ')}`);
  for (const name of COLUMNS) {
    await knex.raw(
      `comment on column attributions.${name} is 'Of the analysis, once what is known of it was deleted by age; null before.'`,
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table attributions ${COLUMNS.map((name) => `drop column ${name}`).join(', ')}`);
}
