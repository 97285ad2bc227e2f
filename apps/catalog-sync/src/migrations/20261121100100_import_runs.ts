import type { Knex } from 'knex';

const COMMENTS = {
  number: 'Order of creation; lists go by it.',
  id: 'Opaque id of the API.',
  company_id: 'Company whose catalog the run is about.',
  state: 'RUNNING, SUCCEEDED, FAILED or HELD.',
  dry_run: 'Reports only.',
  lease_until: 'A RUNNING run whose process has not extended this in time is abandoned.',
  report: 'Counts, rejected rows, notes: RunReport of src/domain/import-run.ts. What the run did, or would have done.',
  reason: 'Why it failed or is held.',
  created_at: 'When it began.',
  finished_at: 'When it ended.',
};

/** Runs of an import and their reports. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table import_runs (
      number bigint generated always as identity primary key,
      id text not null unique,
      company_id text not null,
      state text not null check (state in ('RUNNING', 'SUCCEEDED', 'FAILED', 'HELD')),
      dry_run boolean not null,
      lease_until timestamptz not null,
      report jsonb not null default '{}',
      reason text,
      created_at timestamptz not null,
      finished_at timestamptz
    )`);
  await knex.raw('create index import_runs_company_idx on import_runs (company_id, number desc)');
  // This index is what keeps a company to one import at a time.
  await knex.raw("create unique index import_runs_running_idx on import_runs (company_id) where state = 'RUNNING'");
  for (const [column, text] of Object.entries(COMMENTS)) {
    await knex.raw(`comment on column import_runs.${column} is '${text}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table import_runs');
}
