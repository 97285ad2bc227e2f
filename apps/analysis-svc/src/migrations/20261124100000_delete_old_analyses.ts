import type { Knex } from 'knex';

/**
 * Retention of analyses, over all companies: the application role may delete what is older, and cannot read it (ADR 32, ADR 101). The
 * oldest rows are found by the key, which is the order of arrival, so no index on the time is needed.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { schema: string; app: string }[] }>(
    `select quote_ident(current_schema()) as schema, quote_ident(current_user || '_app') as app`,
  );
  const { schema, app } = rows[0] as { schema: string; app: string };
  await knex.raw(`
    create function delete_old_analyses(days integer, at_most integer) returns integer
    language sql security definer set search_path = ${schema}, pg_temp as $$
      with oldest as (
        select key, created_at from analyses order by key limit at_most
      ), old as (
        select key from analyses
        where key in (select key from oldest where created_at < now() - days * interval '1 day')
        for update skip locked
      ), deleted as (
        delete from analyses using old where analyses.key = old.key returning 1
      )
      select count(*)::integer from deleted
    $$`);
  await knex.raw('revoke execute on function delete_old_analyses(integer, integer) from public');
  await knex.raw(`grant execute on function delete_old_analyses(integer, integer) to ${app}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function delete_old_analyses(integer, integer)');
}
