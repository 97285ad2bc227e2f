import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = ['experiments', 'experiment_days'] as const;

/** Tests of funnels, what is added up of them, and the arm of a visit. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table experiments (
      company_id text not null,
      experiment_id text collate "C" not null,
      seq bigint generated always as identity,
      kind text not null check (kind in ('QUESTIONNAIRE', 'MATCHING')),
      funnel_id text not null,
      name text not null,
      hypothesis text not null,
      primary_measure text not null,
      minimum_effect double precision not null,
      arms jsonb not null,
      state text not null check (state in ('DRAFT', 'RUNNING', 'DECIDED', 'STOPPED', 'ARCHIVED')),
      revision integer not null,
      plan jsonb,
      revenue_cap double precision,
      currency text not null,
      salt text not null,
      created_at timestamptz not null,
      started_at timestamptz,
      counts_from timestamptz,
      ended_at timestamptz,
      end_reason text check (end_reason in ('STOPPED', 'PUBLISHED')),
      summed_until timestamptz,
      primary key (company_id, experiment_id)
    )`);
  await knex.raw('create index experiments_newest_idx on experiments (company_id, seq)');
  await knex.raw(
    `create unique index experiments_running_idx on experiments (company_id, funnel_id, kind) where state = 'RUNNING'`,
  );
  await knex.raw(`
    create table experiment_days (
      company_id text not null,
      experiment_id text collate "C" not null,
      day date not null,
      arm text not null,
      measure text not null,
      units integer not null,
      open_units integer not null,
      successes integer not null,
      sum double precision not null,
      sum_of_squares double precision not null,
      primary key (company_id, experiment_id, day, arm, measure),
      foreign key (company_id, experiment_id) references experiments on delete cascade
    )`);
  await knex.raw('alter table visits add column experiment_id text, add column arm text');
  const comments = {
    'table experiments': 'Tests of funnels. They have no other source.',
    'column experiments.seq': 'Order of creation, for pages.',
    'column experiments.minimum_effect':
      'Smallest difference worth knowing, in the unit of the primary measure; 0: open.',
    'column experiments.arms': 'Key, name, weight, and the version or the settings of each arm; the first is the base.',
    'column experiments.state': 'A dry check is RUNNING before counts_from.',
    'column experiments.plan': 'Planned units and days as of the start.',
    'column experiments.revenue_cap': 'Revenue per unit counts up to it; null: no orders when the test started.',
    'column experiments.currency': 'ISO 4217: revenue counts orders in it; empty before the start.',
    'column experiments.salt': 'Arms are assigned by it; empty before the start.',
    'column experiments.counts_from': 'Units count from here on: the start, or the end of the dry check.',
    'column experiments.summed_until': 'How far experiment_days was added up; null: not at all.',
    'table experiment_days': 'Sums of tests by day; kept without limit, contain no personal data.',
    'column experiment_days.measure': 'EXPOSURE: all units that were assigned, with the time to the first question.',
    'column experiment_days.open_units': 'Units whose attribution window is open; not among units.',
    'column experiment_days.successes': 'Units whose value is not 0.',
    'column visits.experiment_id': 'Test that the visit was assigned to.',
    'column visits.arm': 'Its arm.',
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment.replaceAll("'", "''")}'`);
  }
  for (const table of TABLES) await isolateCompanies(knex, table);
  await createCrossCompanyView(knex, 'experiments', 'company_id, experiment_id, state, ended_at');
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, 'experiments');
  for (const table of TABLES) await removeCompanyIsolation(knex, table);
  await knex.raw('alter table visits drop column arm, drop column experiment_id');
  for (const table of [...TABLES].reverse()) await knex.schema.dropTable(table);
}
