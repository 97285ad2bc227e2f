import type { Knex } from 'knex';

/** Orders may name more analyses than are read. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table orders add column unread_analyses integer not null default 0');
  await knex.raw(
    "comment on column orders.unread_analyses is 'Analyses that the order names beyond those that are read; no line is credited to them.'",
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table orders drop column unread_analyses');
}
