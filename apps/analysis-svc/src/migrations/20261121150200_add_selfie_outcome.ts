import type { Knex } from 'knex';

/** The outcome of a selfie; the picture itself is never stored. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table analyses add column selfie jsonb');
  await knex.raw(
    `comment on column analyses.selfie is 'SelfieOutcome: used, or ignored for which reason; features measured with confidence and color. Null: no selfie came, or none was analyzed yet when it came.'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table analyses drop column selfie');
}
