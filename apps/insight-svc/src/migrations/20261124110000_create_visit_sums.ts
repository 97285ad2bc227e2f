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
      day date not null,
      version_id text not null,
      locale text not null,
      source text not null,
      device text not null`;
const KEY = 'company_id, funnel_id, day, version_id, locale, source, device';
const TABLES = ['funnel_days', 'step_days', 'company_zones'];

/** What is added up of visits, by days of the company's time zone. It can be made again from the visits that are kept. ADR 104. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table funnel_days (${DIMENSIONS},
      visits integer not null,
      starts integer not null,
      finishes integer not null,
      primary key (${KEY})
    )`);
  await knex.raw(`
    create table step_days (${DIMENSIONS},
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
    create table company_zones (
      company_id text primary key,
      time_zone text not null,
      is_stale boolean not null
    )`);
  await knex.raw(`
    create table sum_progress (
      name text primary key,
      until timestamptz not null
    )`);
  const comments = {
    'table funnel_days': 'Sums of visits; kept without limit, contain no personal data.',
    'column funnel_days.day': "Of the beginning of the visit, in the company's time zone when it was added up.",
    'column funnel_days.visits': 'Page loads that showed a step.',
    'column funnel_days.starts': 'Of these, with an answer, or continued from a step.',
    'column funnel_days.finishes': 'Of these, whose answers were sent.',
    'table step_days': 'Sums of the steps that visits were shown.',
    'column step_days.shown': 'Visits that were shown the step, however often.',
    'column step_days.exits': 'Visits whose last shown step this is, and that did not finish.',
    'column step_days.first_shown':
      'Sum of the places at which visits were shown it first, from 0; for the order of steps.',
    'column step_days.times': 'Visits by class of the time on the step: class to number.',
    'table company_zones': 'Time zones by which the days of companies were added up; absent: UTC.',
    'column company_zones.is_stale': 'The zone was changed: all days whose visits are kept must be added up again.',
    'table sum_progress': 'How far visits were added up: those that were stored before.',
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment.replaceAll("'", "''")}'`);
  }
  for (const table of TABLES) await isolateCompanies(knex, table);
  await createCrossCompanyView(knex, 'company_zones', 'company_id, time_zone, is_stale');
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, 'company_zones');
  for (const table of TABLES) await removeCompanyIsolation(knex, table);
  for (const table of ['sum_progress', 'company_zones', 'step_days', 'funnel_days']) await knex.schema.dropTable(table);
}
