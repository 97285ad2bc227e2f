import type { Knex } from 'knex';

const COMMENTS = {
  'import_runs.source': 'UPLOAD: a file was sent; FEED: it was fetched.',
  'import_runs.progress':
    'ImportProgress of src/domain/import-run.ts while the run is running; null before the first report.',
  'catalogs.file_digest': 'SHA-256 of the file that was imported last and of how it was read; null: none was.',
  'catalogs.file_version': 'Version that the file led to; another version in force: something came after it.',
  'catalogs.file_report': 'RunReport of that import.',
  'feed_states.company_id': 'Company that has a feed; its address stands in catalogs.feed.',
  'feed_states.next_sync_at':
    'When the feed is fetched again; while it is, the time after which its process counts as killed.',
  'feed_states.failures': 'Failed runs in a row.',
  'feed_states.etag': 'ETag of the last imported answer.',
  'feed_states.last_modified': 'Last-Modified of the last imported answer.',
  'feed_states.file_digest': 'catalogs.file_digest of that answer: etag and last_modified hold for nothing else.',
  'feed_states.last_run_id': 'Newest run of the feed.',
};

/** Feeds: when they are fetched next and what is known of the last answer; the last imported file; progress of runs. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table import_runs
      add column source text not null default 'UPLOAD' check (source in ('UPLOAD', 'FEED')),
      add column progress jsonb`);
  await knex.raw(`
    alter table catalogs
      add column file_digest bytea,
      add column file_version bigint,
      add column file_report jsonb`);
  await knex.raw(`
    create table feed_states (
      company_id text primary key,
      next_sync_at timestamptz not null,
      failures integer not null default 0,
      etag text,
      last_modified text,
      file_digest bytea,
      last_run_id text
    )`);
  await knex.raw('create index feed_states_next_sync_idx on feed_states (next_sync_at)');
  await knex.raw(`
    insert into feed_states (company_id, next_sync_at)
    select company_id, now() from catalogs where feed is not null and feed <> 'null'::jsonb`);
  for (const [column, text] of Object.entries(COMMENTS)) {
    await knex.raw(`comment on column ${column} is '${text}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table feed_states');
  await knex.raw('alter table catalogs drop column file_report, drop column file_version, drop column file_digest');
  await knex.raw('alter table import_runs drop column progress, drop column source');
}
