import type { Knex } from 'knex';

/** Aggregated interactions per funnel and day: the input of learning. Contains no data of individuals. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table learning_days (
      company_id text not null,
      funnel_id text not null,
      day date not null,
      data bytea not null,
      checksum bytea not null,
      updated_at timestamptz not null default now(),
      primary key (company_id, funnel_id, day)
    )`);
  await knex.raw('create index learning_days_age_idx on learning_days using brin (day)');
  // Compressed already: a second compression would only cost time.
  await knex.raw('alter table learning_days alter column data set storage external');
  await knex.raw(`
    create table stale_learning_days (
      company_id text not null,
      funnel_id text not null,
      day date not null,
      stale_since timestamptz not null default now(),
      primary key (company_id, funnel_id, day)
    )`);
  const comments = {
    'learning_days.company_id': 'Company of funnel-svc.',
    'learning_days.funnel_id': 'Funnel of the analyses.',
    'learning_days.day': 'UTC day of the first event of the analyses.',
    'learning_days.data': 'DayStats of the learning folder: JSON, gzip.',
    'learning_days.checksum': 'SHA-256 of data; a row that does not agree is never used.',
    'learning_days.updated_at': 'When the day was last added up.',
    'stale_learning_days.company_id': 'Company of funnel-svc.',
    'stale_learning_days.funnel_id': 'Funnel of the analyses.',
    'stale_learning_days.day': 'Day whose events changed after it was added up.',
    'stale_learning_days.stale_since': 'When that was noticed; the longest first.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column ${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table stale_learning_days');
  await knex.raw('drop table learning_days');
}
