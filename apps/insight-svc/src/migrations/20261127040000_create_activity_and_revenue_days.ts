import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = ['activity_visits', 'activity_days', 'revenue_days'];

/** What shop pages report, as sums of days, and the sums of orders that are no longer kept. ADR 126. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create table activity_salts (day date primary key, salt bytea not null)');
  await knex.raw(`
    create table activity_visits (
      company_id text not null,
      visit_hash bytea not null,
      funnel_id text not null,
      type text not null,
      received_at timestamptz not null,
      primary key (company_id, visit_hash, funnel_id, type)
    )`);
  await knex.raw('create index activity_visits_age_idx on activity_visits (received_at)');
  await knex.raw(`
    create table activity_days (
      company_id text not null,
      day date not null,
      funnel_id text not null,
      type text not null,
      visits integer not null,
      primary key (company_id, day, funnel_id, type)
    )`);
  await knex.raw(`
    create table revenue_days (
      company_id text not null,
      day date not null,
      funnel_id text not null,
      version_id text not null,
      locale text not null,
      source text not null,
      currency text not null,
      kind text not null,
      rule text not null,
      proof text not null,
      chat text not null,
      totals_include_tax boolean not null,
      orders integer not null,
      lines integer not null,
      gross numeric not null,
      refunded numeric not null,
      primary key (company_id, day, funnel_id, version_id, locale, source, currency, kind, rule, proof, chat, totals_include_tax)
    )`);
  const comments = {
    'table activity_salts': 'Random salts of days, deleted when their day is over: without them a hash names no visit.',
    'table activity_visits': 'What page loads of shop pages were counted with, kept 24 hours.',
    'column activity_visits.visit_hash': 'SHA-256 of the salt of the day and the id that the page made at random.',
    'column activity_visits.funnel_id': 'Empty: none.',
    'table activity_days': 'Page loads of shop pages by what happened; kept without limit, no personal data.',
    'column activity_days.day': "In the company's time zone.",
    'table revenue_days': 'Sums of orders that were deleted by age; kept without limit, no personal data.',
    'column revenue_days.day': "Of the order, in the company's time zone when the order was deleted.",
    'column revenue_days.funnel_id': 'Empty: no analysis, or one that could not be read.',
    'column revenue_days.version_id': 'Empty: not known, like language and source.',
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment.replaceAll("'", "''")}'`);
  }
  for (const table of TABLES) await isolateCompanies(knex, table);
  await createCrossCompanyView(knex, 'activity_visits', 'company_id, received_at', ['select', 'delete']);
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, 'activity_visits');
  for (const table of TABLES) await removeCompanyIsolation(knex, table);
  for (const table of [...TABLES, 'activity_salts']) await knex.schema.dropTable(table);
}
