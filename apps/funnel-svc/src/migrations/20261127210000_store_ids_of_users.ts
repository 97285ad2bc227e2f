import type { Knex } from 'knex';

const COLUMNS = {
  api_keys: { name: 'created_by', id: 'created_by_id' },
  funnel_edits: { name: 'updated_by', id: 'updated_by_id' },
  funnel_releases: { name: 'released_by', id: 'released_by_id' },
} as const;

/**
 * The id of the user next to each name, so that the name can be removed when the user is erased: in every company, which the
 * application role does not reach. docs/identity.md I1.4.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { schema: string; app: string }[] }>(
    `select quote_ident(current_schema()) as schema, quote_ident(current_user || '_app') as app`,
  );
  const { schema, app } = rows[0] as { schema: string; app: string };
  for (const [table, { name, id }] of Object.entries(COLUMNS)) {
    await knex.raw(`alter table ${table} add column ${id} text`);
    await knex.raw(`comment on column ${table}.${id} is
      'User whose name ${name} is; null: the platform token, not known, or erased.'`);
  }
  // Names without an id were stored before this migration, or by a process of the earlier release.
  const forget = Object.entries(COLUMNS).map(
    ([table, { name, id }]) => `
      update ${table} t set ${name} = ${table === 'api_keys' ? 'null' : `''`}, ${id} = null
       where t.${id} = forget_user.user_id
          or (t.${id} is null and forget_user.user_name <> '' and t.${name} = forget_user.user_name);`,
  );
  await knex.raw(`
    create function forget_user(user_id text, user_name text) returns void language plpgsql
    security definer set search_path = ${schema}, pg_temp as $$
    begin
      delete from funnel_editors e where e.user_id = forget_user.user_id;${forget.join('')}
    end $$`);
  await knex.raw('revoke execute on function forget_user(text, text) from public');
  await knex.raw(`grant execute on function forget_user(text, text) to ${app}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function forget_user(text, text)');
  for (const [table, { id }] of Object.entries(COLUMNS)) await knex.raw(`alter table ${table} drop column ${id}`);
}
