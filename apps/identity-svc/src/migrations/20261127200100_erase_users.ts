import type { Knex } from 'knex';

/**
 * Deletes a user with everything that names the user, in every company, which the application role does not reach: invitations have the
 * address. Memberships, sessions, credentials and management tokens go with the user's row. docs/identity.md I1.4.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { schema: string; app: string }[] }>(
    `select quote_ident(current_schema()) as schema, quote_ident(current_user || '_app') as app`,
  );
  const { schema, app } = rows[0] as { schema: string; app: string };
  await knex.raw(`
    create function erase_user(user_id text) returns void language plpgsql
    security definer set search_path = ${schema}, pg_temp as $$
    begin
      delete from invitations i using users u
       where u.id = erase_user.user_id and (i.email_key = u.email_key or i.accepted_by = u.id);
      delete from users u where u.id = erase_user.user_id;
    end $$`);
  await knex.raw('revoke execute on function erase_user(text) from public');
  await knex.raw(`grant execute on function erase_user(text) to ${app}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function erase_user(text)');
}
