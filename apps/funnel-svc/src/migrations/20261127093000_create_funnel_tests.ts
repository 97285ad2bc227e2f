import { createCrossCompanyView, dropCrossCompanyView, isolateCompanies } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** The last test of each kind of each funnel: pages and matches read it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table funnel_tests (
      company_id text not null,
      funnel_id text not null,
      kind text not null check (kind in ('QUESTIONNAIRE', 'MATCHING')),
      experiment_id text collate "C" not null,
      test jsonb not null,
      ended_at timestamptz,
      primary key (funnel_id, kind),
      foreign key (company_id, funnel_id) references funnels (company_id, id)
    )`);
  const comments = {
    kind: 'What its arms differ in.',
    experiment_id: 'Of insight-svc.',
    test: 'FunnelTest of libs/domain.',
    ended_at:
      'null: it runs. Kept afterwards, so that answers which were given in an arm are stored against its version.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column funnel_tests.${column} is '${comment}'`);
  }
  await isolateCompanies(knex, 'funnel_tests');
  // Hosts of funnels are known before their company is.
  await createCrossCompanyView(knex, 'funnel_tests', 'funnel_id, kind, test, ended_at');
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, 'funnel_tests');
  await knex.raw('drop table funnel_tests');
}
