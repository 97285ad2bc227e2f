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
      source text not null`;
const KEY = 'company_id, funnel_id, day, version_id, locale, source';
const COUNTED = 'shown integer not null, clicked integer not null, added integer not null, bought integer not null';
const TABLES = ['analysis_facts', 'analysis_events', 'stale_fact_days', 'analysis_days', 'option_days', 'variant_days'];

/** What analyses chose and what shoppers did with their matches, followed from other services, and its sums. ADR 125. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table analysis_facts (
      company_id text not null,
      analysis_hash bytea not null,
      funnel_id text not null,
      version_id text not null,
      locale text not null,
      source text not null,
      created_at timestamptz not null,
      steps jsonb not null,
      asked_contact text[] not null,
      given_contact text[] not null,
      is_retake boolean,
      primary key (company_id, analysis_hash)
    )`);
  await knex.raw('create index analysis_facts_day_idx on analysis_facts (company_id, created_at)');
  await knex.raw('create index analysis_facts_age_idx on analysis_facts (created_at)');
  await knex.raw('create index analysis_facts_hash_idx on analysis_facts (analysis_hash)');
  await knex.raw(`
    create table analysis_events (
      company_id text not null,
      analysis_hash bytea not null,
      variants jsonb not null,
      updated_at timestamptz not null,
      primary key (company_id, analysis_hash)
    )`);
  await knex.raw('create index analysis_events_hash_idx on analysis_events (analysis_hash)');
  await knex.raw('create index analysis_events_age_idx on analysis_events (updated_at)');
  await knex.raw(
    'create table stale_fact_days (company_id text not null, day date not null, primary key (company_id, day))',
  );
  await knex.raw(`
    create table analysis_days (${DIMENSIONS},
      analyses integer not null,
      retakes integer not null,
      retakes_known integer not null,
      asked integer not null,
      given integer not null,
      ${COUNTED},
      primary key (${KEY})
    )`);
  await knex.raw(`
    create table option_days (${DIMENSIONS},
      step_id bigint not null,
      option_key text not null,
      analyses integer not null,
      primary key (${KEY}, step_id, option_key)
    )`);
  await knex.raw(`
    create table variant_days (${DIMENSIONS},
      variant_id text not null,
      ${COUNTED},
      primary key (${KEY}, variant_id)
    )`);
  const comments = {
    'table analysis_facts':
      'What reports count of analyses, kept 400 days. No contact data, only which fields there are.',
    'column analysis_facts.analysis_hash': 'SHA-256 of the analysis id.',
    'column analysis_facts.locale': 'BCP 47, lower case; empty: not known.',
    'column analysis_facts.steps': 'Questions that were shown: lists of step and chosen keys.',
    'column analysis_facts.asked_contact': 'Contact fields that a shown step asked for.',
    'column analysis_facts.given_contact': 'Contact fields that the analysis has.',
    'column analysis_facts.is_retake': 'An earlier analysis has the same address; null: not known.',
    'table analysis_events': 'What shoppers did with the matches of analyses, kept 400 days.',
    'column analysis_events.variants':
      'Lists of variant and the sum of 1 shown, 2 clicked, 4 added to the cart, 8 bought.',
    'column analysis_events.updated_at': 'When it was listed last.',
    'table stale_fact_days': "Days of the company's time zone whose analyses must be added up again.",
    'table analysis_days': 'Sums of analyses by the day of their creation; kept without limit, no personal data.',
    'column analysis_days.analyses': 'Analyses that are no retakes.',
    'column analysis_days.retakes': 'Retakes, which no other column counts.',
    'column analysis_days.retakes_known': 'Analyses and retakes of which it is known.',
    'column analysis_days.asked': 'Analyses whose steps asked for a contact field.',
    'column analysis_days.given': 'Of these, those with a contact field.',
    'table option_days': 'Sums of answers of analyses that are no retakes.',
    'column option_days.option_key': 'Key in lower case; empty: analyses that were shown the step.',
    'table variant_days': 'Analyses, without retakes, by what was done with a variant.',
    'column variant_days.variant_id': "Merchant's id.",
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment.replaceAll("'", "''")}'`);
  }
  for (const table of TABLES) await isolateCompanies(knex, table);
  // Erasures, expiry and days to be added up are of all companies.
  await createCrossCompanyView(knex, 'analysis_facts', 'company_id, analysis_hash, created_at', ['select', 'delete']);
  await createCrossCompanyView(knex, 'analysis_events', 'company_id, analysis_hash, updated_at', ['select', 'delete']);
  await createCrossCompanyView(knex, 'stale_fact_days', 'company_id, day', ['select', 'insert', 'update (day)']);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['stale_fact_days', 'analysis_events', 'analysis_facts']) await dropCrossCompanyView(knex, table);
  for (const table of TABLES) await removeCompanyIsolation(knex, table);
  for (const table of [...TABLES].reverse()) await knex.schema.dropTable(table);
}
