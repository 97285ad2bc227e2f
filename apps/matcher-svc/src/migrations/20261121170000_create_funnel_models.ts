import type { Knex } from 'knex';

/** Models of Funnel AI, and for each funnel which one is in force and how the last build ended. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table funnel_models (
      company_id text not null,
      funnel_id text not null,
      version integer not null,
      data bytea not null,
      checksum bytea not null,
      until_day date not null,
      days integer not null,
      sessions bigint not null,
      impressions bigint not null,
      variants integer not null,
      options integer not null,
      built_at timestamptz not null default now(),
      primary key (company_id, funnel_id, version)
    )`);
  // Compressed already: a second compression would only cost time.
  await knex.raw('alter table funnel_models alter column data set storage external');
  await knex.raw(`
    create table funnel_learning (
      company_id text not null,
      funnel_id text not null,
      last_version integer not null default 0,
      active_version integer,
      pinned boolean not null default false,
      seen text,
      outcome text,
      reason text,
      ended_at timestamptz,
      claimed_by text,
      claimed_until timestamptz,
      change_xid xid8 not null default pg_current_xact_id(),
      primary key (company_id, funnel_id)
    )`);
  await knex.raw('create index funnel_learning_change_xid_idx on funnel_learning (change_xid)');
  const comments = {
    'funnel_models.company_id': 'Company of funnel-svc.',
    'funnel_models.funnel_id': 'Funnel whose sessions were learned from.',
    'funnel_models.version': 'Counts the models of the funnel from 1; part of every cache key.',
    'funnel_models.data': 'The model as model-codec.ts writes it.',
    'funnel_models.checksum': 'SHA-256 of data; a row that does not agree is never served.',
    'funnel_models.until_day': 'Newest UTC day that entered.',
    'funnel_models.days': 'Days that entered.',
    'funnel_models.sessions': 'Analyses that entered, as counted.',
    'funnel_models.impressions': 'Impressions that entered, as counted.',
    'funnel_models.variants': 'Variants that it knows.',
    'funnel_models.options': 'Options with enough analyses.',
    'funnel_models.built_at': 'When it was built.',
    'funnel_learning.company_id': 'Company of funnel-svc.',
    'funnel_learning.funnel_id': 'Funnel.',
    'funnel_learning.last_version': 'Number of the newest model; 0: none was built.',
    'funnel_learning.active_version': 'Model in force; null: none.',
    'funnel_learning.pinned': 'The merchant chose the active model; newer ones do not replace it.',
    'funnel_learning.seen': 'Digest of the statistics that the last build read; the same ones are not built again.',
    'funnel_learning.outcome': 'How the last build ended.',
    'funnel_learning.reason': 'Why there is no new model; null when there is one.',
    'funnel_learning.ended_at': 'When the last build ended.',
    'funnel_learning.claimed_by': 'The build that is running; only it may store its model.',
    'funnel_learning.claimed_until': 'When another one may begin, should the running one have died.',
    'funnel_learning.change_xid': 'Transaction of the last change of the active model; replicas follow changes by it.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column ${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table funnel_learning');
  await knex.raw('drop table funnel_models');
}
