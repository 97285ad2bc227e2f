import type { Knex } from 'knex';

/** Funnels and their versions. The content of a version never changes; only its state does. json keeps the order of keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table funnels (
      seq bigint generated always as identity,
      id text primary key,
      company_id text not null references companies (id),
      subdomain text not null constraint funnels_subdomain_key unique,
      host text constraint funnels_host_key unique deferrable initially deferred,
      name text not null,
      value text,
      paused boolean not null default false,
      archived_at timestamptz,
      published_version_id text,
      draft_version_id text,
      created_at timestamptz not null default now(),
      unique (company_id, id)
    )`);
  await knex.raw(`
    create table funnel_versions (
      seq bigint generated always as identity,
      id text primary key,
      company_id text not null,
      funnel_id text not null,
      number integer not null,
      state text not null check (state in ('DRAFT', 'PUBLISHED', 'SUPERSEDED', 'DISCARDED')),
      steps json not null,
      content_digest bytea not null,
      given_digest bytea not null,
      created_at timestamptz not null default now(),
      published_at timestamptz,
      unique (company_id, funnel_id, id),
      foreign key (company_id, funnel_id) references funnels (company_id, id),
      check ((published_at is not null) = (state in ('PUBLISHED', 'SUPERSEDED')))
    )`);
  // The pointers can only name versions of the same funnel and company.
  for (const pointer of ['published_version_id', 'draft_version_id']) {
    await knex.raw(`
      alter table funnels add constraint funnels_${pointer}_fkey
        foreign key (company_id, id, ${pointer}) references funnel_versions (company_id, funnel_id, id)
        deferrable initially deferred`);
  }
  // A discarded draft shares its number with the version that replaced it; no other two versions of a funnel do.
  await knex.raw(`
    create unique index funnel_versions_number_key on funnel_versions (funnel_id, number) where state <> 'DISCARDED'`);
  await knex.raw(`
    create unique index funnel_versions_current_key on funnel_versions (funnel_id, state)
      where state in ('DRAFT', 'PUBLISHED')`);
  await knex.raw('create index funnel_versions_newest_idx on funnel_versions (funnel_id, seq desc)');

  const comments = {
    'funnels.seq': 'Order of creation: that of the blueprints.',
    'funnels.id': '22 base62 characters; opaque.',
    'funnels.company_id': 'Owner.',
    'funnels.subdomain': 'Host name below BASE_DOMAIN, unique over all companies, archived funnels included.',
    'funnels.host': 'A full host name of its own; null: none. Checked at commit, so that two funnels may swap.',
    'funnels.name': 'For people.',
    'funnels.value': 'Merchant-defined funnel_value of the webhook; null: the name.',
    'funnels.paused': 'Still readable and submittable over the keyed API; the funnel host says that it is paused.',
    'funnels.archived_at': 'When it was archived; null: in use.',
    'funnels.published_version_id': 'Current published version; null: none yet.',
    'funnels.draft_version_id': 'Current draft; null: none.',
    'funnels.created_at': 'Time of creation.',
    'funnel_versions.seq': 'Order of creation, for lists.',
    'funnel_versions.id': '22 base62 characters; opaque.',
    'funnel_versions.company_id': 'Owner of the funnel.',
    'funnel_versions.funnel_id': 'The funnel.',
    'funnel_versions.number': 'Counts from 1; a draft that replaces a draft keeps its number.',
    'funnel_versions.state':
      'DRAFT and PUBLISHED: current. SUPERSEDED: published earlier. DISCARDED: a replaced draft.',
    'funnel_versions.steps': 'Step[] of libs/domain, sorted, with carried formerKeys and formerIds.',
    'funnel_versions.content_digest': 'SHA-256 of the canonical JSON of steps.',
    'funnel_versions.given_digest': 'The same of the steps as they were given, before histories were carried forward.',
    'funnel_versions.created_at': 'Time of creation.',
    'funnel_versions.published_at': 'Time of publishing; null for a version that never was.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column ${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table funnels drop column published_version_id, drop column draft_version_id');
  await knex.raw('drop table funnel_versions');
  await knex.raw('drop table funnels');
}
