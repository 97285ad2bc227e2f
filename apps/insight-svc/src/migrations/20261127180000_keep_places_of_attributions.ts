import { isolateCompanies, removeCompanyIsolation } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Tabs that credited variants stood in, and rules that moved them; and their sums, once orders are no longer kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table attributions add column tabs text[], add column rules text[]');
  await knex.raw(`
    create table revenue_place_days (
      company_id text not null,
      day date not null,
      subject text not null check (subject in ('TAB', 'RULE')),
      place text not null check (place in ('NAMED', 'NONE', 'UNKNOWN')),
      key text collate "C" not null,
      funnel_id text not null,
      version_id text not null,
      locale text not null,
      source text not null,
      currency text not null,
      kind text not null,
      rule text not null,
      proof text not null,
      totals_include_tax boolean not null,
      lines integer not null,
      gross numeric not null,
      refunded numeric not null,
      primary key (company_id, day, subject, place, key, funnel_id, version_id, locale, source, currency, kind, rule, proof, totals_include_tax)
    )`);
  const comments = {
    'column attributions.tabs':
      'Keys of the tabs that the variant stood in when the order arrived; null: not known. Empty: none.',
    'column attributions.rules':
      'Keys of the rules that pinned the variant, or raised or lowered its score; null: not known. Empty: none.',
    'table revenue_place_days':
      'Sums of credited lines of orders that were deleted by age, by tab and by rule; kept without limit, no personal data. A line in several tabs is in the sum of each.',
    'column revenue_place_days.day': "Of the order, in the company's time zone when the order was deleted.",
    'column revenue_place_days.key': 'Of the tab or rule; empty where the place is not NAMED.',
    'column revenue_place_days.version_id': 'Empty: not known, like language and source.',
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment.replaceAll("'", "''")}'`);
  }
  await isolateCompanies(knex, 'revenue_place_days');
}

export async function down(knex: Knex): Promise<void> {
  await removeCompanyIsolation(knex, 'revenue_place_days');
  await knex.schema.dropTable('revenue_place_days');
  await knex.raw('alter table attributions drop column tabs, drop column rules');
}
