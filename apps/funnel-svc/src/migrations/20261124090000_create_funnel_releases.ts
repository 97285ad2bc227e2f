import { isolateCompanies } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Releases of funnels: what was in force when, with its settings. docs/adr/0092-releases-are-stored.md. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table funnel_releases (
      funnel_id text not null,
      number bigint not null,
      company_id text not null,
      version_id text not null,
      restored bigint,
      note text not null,
      released_at timestamptz not null,
      released_by text not null,
      settings_version bigint,
      settings json,
      primary key (funnel_id, number),
      foreign key (company_id, funnel_id) references funnels (company_id, id),
      foreign key (company_id, funnel_id, version_id) references funnel_versions (company_id, funnel_id, id)
    )`);
  const comments = {
    funnel_id: 'The funnel.',
    number: 'Counts the releases of the funnel from 1.',
    company_id: 'Owner of the funnel.',
    version_id: 'The version that came into force, or was in force already when only settings changed.',
    restored: 'Number of the release that this one restored; null: none.',
    note: 'In the words of the user; empty: none.',
    released_at: 'When it came into force.',
    released_by: 'Display name of the user; empty: the platform token, or a company file.',
    settings_version:
      'The newest version of the settings of the company while it was in force; null: it is in force, or not known.',
    settings: 'FunnelMatching of libs/domain as of the end of the release; null: it is in force, or not kept.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column funnel_releases.${column} is '${comment}'`);
  }
  await isolateCompanies(knex, 'funnel_releases');
  await knex.raw(`
    insert into funnel_releases (funnel_id, number, company_id, version_id, note, released_at, released_by)
    select funnel_id, row_number() over (partition by funnel_id order by published_at, seq), company_id, id, '', published_at, ''
    from funnel_versions where state in ('PUBLISHED', 'SUPERSEDED') and published_at is not null`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table funnel_releases');
}
