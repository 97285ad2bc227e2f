import type { Knex } from 'knex';

/** Which test of the questionnaire an analysis belongs to. ADR 151. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table analysis_facts add column experiment_id text');
  await knex.raw(
    `comment on column analysis_facts.experiment_id is 'Test of the questionnaire that assigned the version; null: none.'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table analysis_facts drop column experiment_id');
}
