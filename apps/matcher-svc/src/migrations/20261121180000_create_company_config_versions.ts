import type { Knex } from 'knex';

/** Every version of a company's matching configuration, so that an earlier one can be seen and brought back. */
export async function up(knex: Knex): Promise<void> {
  // `json`, not `jsonb`, as in company_configs: the order of translations is kept.
  await knex.raw(`
    create table company_config_versions (
      company_id text not null,
      version bigint not null,
      config json not null,
      changed text[] not null,
      created_at timestamptz not null default now(),
      primary key (company_id, version)
    )`);
  const comments = {
    company_id: 'Company of funnel-svc.',
    version: 'Version of company_configs. A row never changes; the newest 200 of a company are kept.',
    config: 'MatchingConfig of libs/domain, whole.',
    changed:
      'Keys that differ from the version before: tagging, sets, funnels/<funnel id>/matching ... Empty: not known.',
    created_at: 'When it came into force; for versions that are older than this table, when they were copied.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column company_config_versions.${column} is '${comment}'`);
  }
  await knex.raw(`
    insert into company_config_versions (company_id, version, config, changed)
    select company_id, version, config, '{}' from company_configs where version > 0`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('company_config_versions');
}
