import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

const KINDS = 'experiments_kind_check';

/** Units of holdouts: stored visitors of shops, and their orders. ADR 143. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table experiments drop constraint ${KINDS}`);
  await knex.raw(
    `alter table experiments add constraint ${KINDS} check (kind in ('QUESTIONNAIRE', 'MATCHING', 'HOLDOUT')) not valid`,
  );
  await knex.raw(`
    create table exposures (
      company_id text not null,
      experiment_id text collate "C" not null,
      visitor_hash bytea not null,
      arm text not null,
      exposed_at timestamptz not null,
      primary key (company_id, experiment_id, visitor_hash),
      foreign key (company_id, experiment_id) references experiments on delete cascade
    )`);
  await knex.raw('create index exposures_age_idx on exposures (exposed_at)');
  await knex.raw('alter table orders add column visitor_hash bytea');
  const comments = {
    'table exposures': 'Visitors of shops that are units of a holdout, kept 400 days.',
    'column exposures.visitor_hash': 'SHA-256 of the company and the id that the browser made at random.',
    'column exposures.exposed_at': 'When it was reported first.',
    'column orders.visitor_hash': 'The same of the visitor who ordered; null: not known, or no unit of a holdout.',
  };
  for (const [what, comment] of Object.entries(comments)) await knex.raw(`comment on ${what} is '${comment}'`);
  await isolateCompanies(knex, 'exposures');
  await createCrossCompanyView(knex, 'exposures', 'company_id, exposed_at', ['select', 'delete']);
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, 'exposures');
  await removeCompanyIsolation(knex, 'exposures');
  await knex.raw('alter table orders drop column visitor_hash');
  await knex.schema.dropTable('exposures');
  await knex.raw(`delete from experiments where kind = 'HOLDOUT'`);
  await knex.raw(`alter table experiments drop constraint ${KINDS}`);
  await knex.raw(`alter table experiments add constraint ${KINDS} check (kind in ('QUESTIONNAIRE', 'MATCHING'))`);
}
