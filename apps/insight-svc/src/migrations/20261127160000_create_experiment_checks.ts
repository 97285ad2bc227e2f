import { isolateCompanies, removeCompanyIsolation } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** What a test is checked for besides its measures. docs/adr/0134-guards-and-the-nightly-split.md. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table experiment_checks (
      company_id text not null,
      experiment_id text collate "C" not null,
      guards jsonb not null,
      guarded_at timestamptz not null,
      split jsonb,
      split_at timestamptz,
      primary key (company_id, experiment_id),
      foreign key (company_id, experiment_id) references experiments on delete cascade
    )`);
  const comments = {
    'table experiment_checks': 'Checks of tests; sums only, no personal data.',
    'column experiment_checks.guards': 'Units and cases by guard and arm.',
    'column experiment_checks.split':
      'Units, interval and p-value of two halves that do not differ; null: not made yet.',
    'column experiment_checks.split_at': 'When the units of the 28 days before were split by a new salt.',
  };
  for (const [what, comment] of Object.entries(comments)) await knex.raw(`comment on ${what} is '${comment}'`);
  await isolateCompanies(knex, 'experiment_checks');
}

export async function down(knex: Knex): Promise<void> {
  await removeCompanyIsolation(knex, 'experiment_checks');
  await knex.schema.dropTable('experiment_checks');
}
