import type { Knex } from 'knex';

/**
 * Makes tables of the service's own schema notify the channel `schema.table` of every statement that changes them, when its
 * transaction commits; for a migration. For tables that change rarely: commits that notify wait for each other.
 */
export async function notifyOfChanges(knex: Knex, tables: readonly string[]): Promise<void> {
  await knex.raw(`
    create function notify_of_change() returns trigger language plpgsql as $$
    begin
      perform pg_notify(tg_table_schema || '.' || tg_table_name, '');
      return null;
    end $$`);
  await knex.raw(
    "comment on function notify_of_change is 'Wakes the processes that follow the table; see createTableChanges of libs/kit.'",
  );
  for (const table of tables) {
    await knex.raw(
      'create trigger notify_of_change after insert or update or delete on ?? for each statement execute function notify_of_change()',
      [table],
    );
  }
}

/** Undoes `notifyOfChanges`; for a migration. */
export async function stopNotifyingOfChanges(knex: Knex, tables: readonly string[]): Promise<void> {
  for (const table of tables) await knex.raw('drop trigger notify_of_change on ??', [table]);
  await knex.raw('drop function notify_of_change');
}
