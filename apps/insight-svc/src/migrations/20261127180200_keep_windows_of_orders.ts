import type { Knex } from 'knex';

/** Every amount is reported with the window that it was attributed with, also once its order is no longer kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("alter table revenue_days add column window_days smallint[] not null default '{}'");
  await knex.raw(
    "comment on column revenue_days.window_days is 'Days from an analysis to an order, that its orders were attributed with; empty: not kept.'",
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table revenue_days drop column window_days');
}
