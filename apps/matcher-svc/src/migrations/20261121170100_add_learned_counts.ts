import type { Knex } from 'knex';

/** How much there was to learn from at the last build, also when no model came of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table funnel_learning add column sessions bigint, add column impressions bigint');
  await knex.raw("comment on column funnel_learning.sessions is 'Analyses that the last build read, as counted.'");
  await knex.raw(
    "comment on column funnel_learning.impressions is 'Impressions that the last build read, as counted.'",
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table funnel_learning drop column sessions, drop column impressions');
}
