import type { Knex } from 'knex';

/** Matching configuration of companies: what a blueprint says of tagging, sets and funnels. */
export async function up(knex: Knex): Promise<void> {
  // `json`, not `jsonb`: the order of translations is kept, since the first one is the last fallback.
  await knex.raw(`
    create table company_configs (
      company_id text primary key,
      revision bigint not null,
      version bigint not null,
      config json not null,
      change_xid xid8 not null default pg_current_xact_id()
    )`);
  await knex.raw('create index company_configs_change_xid_idx on company_configs (change_xid)');
  const comments = {
    company_id: 'Company of funnel-svc.',
    revision: 'Revision of the last apply; an older or equal one changes nothing. -1: nothing was applied yet.',
    version: 'Rises with every change of the configuration; part of every cache key.',
    config: 'MatchingConfig of libs/domain.',
    change_xid: 'Transaction of the last change; replicas follow changes by it.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column company_configs.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('company_configs');
}
