import type { Knex } from 'knex';

/** A test of the questionnaire counts stored visitors once. ADR 144. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table visits add column visitor_hash bytea');
  await knex.raw(
    `comment on column visits.visitor_hash is 'Stored visitor, hashed as in exposures; null: none, or no test.'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table visits drop column visitor_hash');
}
