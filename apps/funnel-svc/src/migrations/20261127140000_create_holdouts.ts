import { isolateCompanies, removeCompanyIsolation } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** The last holdout of each company: pages of its shop read it. ADR 143. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table holdouts (
      company_id text primary key references companies (id),
      experiment_id text collate "C" not null,
      test jsonb not null,
      ended_at timestamptz
    )`);
  const comments = {
    experiment_id: 'Of insight-svc.',
    test: 'FunnelTest of libs/domain.',
    ended_at: 'null: it runs.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column holdouts.${column} is '${comment}'`);
  }
  await isolateCompanies(knex, 'holdouts');
}

export async function down(knex: Knex): Promise<void> {
  await removeCompanyIsolation(knex, 'holdouts');
  await knex.raw('drop table holdouts');
}
