import { isolateCompanies } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Edits of funnels, and who works on them. Outside of versions and of what followers read. docs/adr/0082-edits-next-to-versions.md. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table funnel_edits (
      funnel_id text primary key,
      company_id text not null,
      revision bigint not null,
      base_version_id text,
      drafted_revision bigint,
      parts json not null,
      has_settings boolean not null,
      problems json not null,
      warnings json not null,
      updated_at timestamptz not null,
      updated_by text not null,
      foreign key (company_id, funnel_id) references funnels (company_id, id),
      foreign key (company_id, funnel_id, base_version_id) references funnel_versions (company_id, funnel_id, id)
    )`);
  await knex.raw(`
    create table funnel_editors (
      funnel_id text not null,
      user_id text not null,
      company_id text not null,
      user_name text not null,
      part text not null,
      since timestamptz not null,
      seen_at timestamptz not null,
      primary key (funnel_id, user_id),
      foreign key (company_id, funnel_id) references funnels (company_id, id)
    )`);
  const comments = {
    'funnel_edits.funnel_id': 'The funnel; it has one edit at most.',
    'funnel_edits.company_id': 'Owner of the funnel.',
    'funnel_edits.revision':
      'Starts with the time of the first save in milliseconds and rises with every save, so that no edit has one of an earlier edit.',
    'funnel_edits.base_version_id':
      'The version that the edit began with, or the draft that was made of it last; null: the funnel had none.',
    'funnel_edits.drafted_revision': 'The revision of which the draft was made last; null: none was.',
    'funnel_edits.parts': 'FunnelEditParts of libs/domain.',
    'funnel_edits.has_settings': 'The parts are more than steps.',
    'funnel_edits.problems': 'Why no version can be made of it: path and message of each.',
    'funnel_edits.warnings': 'Parts without effect: path and message of each.',
    'funnel_edits.updated_at': 'Time of the last save.',
    'funnel_edits.updated_by': 'Display name of the user who saved it last; empty: the platform token.',
    'funnel_editors.funnel_id': 'The funnel that a user works on.',
    'funnel_editors.user_id': 'The user.',
    'funnel_editors.company_id': 'Owner of the funnel.',
    'funnel_editors.user_name': 'Display name of the user.',
    'funnel_editors.part': 'Where the user works, in the words of the client.',
    'funnel_editors.since': 'When the user came.',
    'funnel_editors.seen_at': 'Last report; 45 s later the row is stale, and the next report deletes it.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column ${column} is '${comment}'`);
  }
  for (const table of ['funnel_edits', 'funnel_editors']) await isolateCompanies(knex, table);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table funnel_editors');
  await knex.raw('drop table funnel_edits');
}
