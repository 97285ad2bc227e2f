import type { Knex } from 'knex';

/**
 * Partitions are made and dropped while the service runs, whose role owns nothing: these functions run as the owner of the
 * schema, and do nothing else. ADR 32.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { schema: string; app: string }[] }>(
    `select quote_ident(current_schema()) as schema, quote_ident(current_user || '_app') as app`,
  );
  const { schema, app } = rows[0] as { schema: string; app: string };
  const asOwner = `language plpgsql security definer set search_path = ${schema}, pg_temp`;
  // Attaching a finished table, unlike `create … partition of`, does not make inserts wait.
  await knex.raw(`
    create function create_event_partition(day date) returns void ${asOwner} as $$
    declare
      name text := 'interaction_events_' || to_char(day, 'YYYYMMDD');
    begin
      perform pg_advisory_xact_lock(hashtext('event-partitions'));
      if to_regclass(name) is not null then return; end if;
      execute format('create table %I (like interaction_events including all)', name);
      execute format('alter table interaction_events attach partition %I for values from (%L) to (%L)', name, day, day + 1);
    end $$`);
  await knex.raw(`
    create function drop_event_partition(day date) returns void ${asOwner} as $$
    begin
      execute format('drop table if exists %I', 'interaction_events_' || to_char(day, 'YYYYMMDD'));
    end $$`);
  for (const name of ['create_event_partition', 'drop_event_partition']) {
    await knex.raw(`revoke execute on function ${name}(date) from public`);
    await knex.raw(`grant execute on function ${name}(date) to ${app}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function drop_event_partition(date)');
  await knex.raw('drop function create_event_partition(date)');
}
