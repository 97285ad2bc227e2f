import type { Knex } from 'knex';

/** Copies of companies and versions of funnel-svc, so that matching continues while it is down. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table funnel_states (
      company_id text primary key,
      version bigint not null,
      language text not null,
      funnels json not null,
      change_xid xid8 not null default pg_current_xact_id()
    )`);
  await knex.raw('create index funnel_states_change_xid_idx on funnel_states (change_xid)');
  await knex.raw(`
    create table funnel_versions (
      version_id text primary key,
      company_id text not null,
      version json not null
    )`);
  await knex.raw(`
    create table follower_cursors (
      name text primary key,
      cursor text not null
    )`);
  const comments = {
    'funnel_states.company_id': 'Company of funnel-svc.',
    'funnel_states.version': 'Change number of funnel-svc.',
    'funnel_states.language': 'Company language, BCP 47.',
    'funnel_states.funnels': '[{ funnelId, publishedVersionId, archived }].',
    'funnel_states.change_xid': 'Transaction of the last change; replicas follow changes by it.',
    'funnel_versions.version_id': 'Version of a funnel; versions never change.',
    'funnel_versions.company_id': 'Company that the version belongs to; no other may match by it.',
    'funnel_versions.version': 'FunnelVersion of libs/domain.',
    'follower_cursors.name': 'Followed data: funnels or catalogs.',
    'follower_cursors.cursor': 'Cursor up to which every change was taken over.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column ${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('follower_cursors');
  await knex.schema.dropTable('funnel_versions');
  await knex.schema.dropTable('funnel_states');
}
