import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Analyses whose match could not be explained when an order was credited to them. ADR 156. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table unexplained_analyses (
      company_id text not null,
      analysis_hash bytea not null,
      analysis_id text not null,
      tries smallint not null,
      next_try_at timestamptz not null,
      primary key (company_id, analysis_hash)
    )`);
  await knex.raw('create index unexplained_analyses_due_idx on unexplained_analyses (next_try_at)');
  await knex.raw('create index unexplained_analyses_analysis_idx on unexplained_analyses (analysis_hash)');
  const comments = {
    'table unexplained_analyses':
      'Analyses with credited lines whose tabs and rules are not known yet; kept until they are, at most about a day.',
    'column unexplained_analyses.analysis_id': 'To ask with; the only place that has it.',
    'column unexplained_analyses.tries': 'So far.',
  };
  for (const [what, comment] of Object.entries(comments)) await knex.raw(`comment on ${what} is '${comment}'`);
  await isolateCompanies(knex, 'unexplained_analyses');
  await createCrossCompanyView(
    knex,
    'unexplained_analyses',
    'company_id, analysis_hash, analysis_id, tries, next_try_at',
    ['select', 'delete'],
  );
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, 'unexplained_analyses');
  await removeCompanyIsolation(knex, 'unexplained_analyses');
  await knex.schema.dropTable('unexplained_analyses');
}
