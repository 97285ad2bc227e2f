import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

const DIMENSIONS = `
      company_id text not null,
      funnel_id text not null,
      week date not null,
      version_id text not null,
      locale text not null,
      source text not null`;
const KEY = 'company_id, funnel_id, week, version_id, locale, source';
const TABLES = ['sum_weeks', 'step_weeks', 'option_weeks', 'variant_weeks'];

/** Sums of whole weeks of the largest sums of days, so that reports of a year read a seventh of them. ADR 142. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sum_weeks (
      company_id text not null,
      subject text not null check (subject in ('VISITS', 'ANALYSES')),
      week date not null,
      is_added_up boolean not null,
      primary key (company_id, subject, week)
    )`);
  await knex.raw('create index sum_weeks_open_idx on sum_weeks (week) where not is_added_up');
  await knex.raw(`
    create table step_weeks (${DIMENSIONS},
      step_id bigint not null,
      shown integer not null,
      answered integer not null,
      back integer not null,
      exits integer not null,
      first_shown bigint not null,
      times jsonb not null,
      primary key (${KEY}, step_id)
    )`);
  await knex.raw(`
    create table option_weeks (${DIMENSIONS},
      step_id bigint not null,
      option_key text not null,
      analyses integer not null,
      primary key (${KEY}, step_id, option_key)
    )`);
  await knex.raw(`
    create table variant_weeks (${DIMENSIONS},
      variant_id text not null,
      shown integer not null,
      clicked integer not null,
      added integer not null,
      bought integer not null,
      primary key (${KEY}, variant_id)
    )`);
  await knex.raw(`
    insert into sum_weeks (company_id, subject, week, is_added_up)
    select distinct company_id, 'VISITS', date_trunc('week', day::timestamp)::date, false from funnel_days
    union all
    select distinct company_id, 'ANALYSES', date_trunc('week', day::timestamp)::date, false from analysis_days`);
  const comments = {
    'table sum_weeks': 'Weeks that have sums of days.',
    'column sum_weeks.week': 'Its Monday.',
    'column sum_weeks.is_added_up':
      'The sums of the week are those of its days; false: a day changed, so its days are read.',
    'table step_weeks': 'Sums of weeks of step_days, of all devices together.',
    'table option_weeks': 'Sums of weeks of option_days.',
    'table variant_weeks': 'Sums of weeks of variant_days.',
  };
  for (const [what, comment] of Object.entries(comments)) await knex.raw(`comment on ${what} is '${comment}'`);
  for (const table of TABLES) await isolateCompanies(knex, table);
  await createCrossCompanyView(knex, 'sum_weeks', 'company_id, subject, week, is_added_up');
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, 'sum_weeks');
  for (const table of TABLES) await removeCompanyIsolation(knex, table);
  for (const table of TABLES) await knex.schema.dropTable(table);
}
