import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

const REFUND_COLUMNS = ['refunds', 'late_refunds', 'unknown_refund_lines', 'excess_refund_lines'];

/**
 * Credited lines as reports add them up: in few bytes, and with what makes orders and analyses countable by addition. They are in place of
 * `credited_lines`, which is kept for the release before. ADR 155.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table line_credits (
      company_id text not null,
      day date not null,
      line_number integer not null,
      group_code smallint not null,
      credit_code smallint not null,
      chat_code smallint not null,
      day_orders smallint,
      variant_orders smallint,
      variant_analyses smallint,
      currency text not null,
      variant_id text not null,
      amount numeric not null,
      refunded numeric not null,
      places text collate "C" not null,
      funnel_id text not null,
      version_id text not null,
      locale text not null,
      source text not null,
      has_fact boolean not null,
      analysis_hash bytea not null,
      order_key text collate "C" not null,
      primary key (company_id, day, line_number)
    )`);
  await knex.raw('create index line_credits_analysis_idx on line_credits (analysis_hash, company_id)');
  await knex.raw(`
    create index line_credits_shared_idx on line_credits (company_id, day)
     where day_orders is null or variant_orders is null or variant_analyses is null`);
  await knex.raw(`
    alter table order_sum_days add column has_line_credits boolean not null default false,
      ${REFUND_COLUMNS.map((name) => `add column ${name} integer not null default 0`).join(', ')}`);
  const comments = {
    'table line_credits':
      'Credited lines of orders that are kept, as reports add them up. Days that are not in order_sum_days are not read.',
    'column line_credits.line_number': 'Of the day.',
    'column line_credits.group_code': 'Sum of 2: the order is verified, 1: totals include tax.',
    'column line_credits.credit_code': 'Sum of 2: direct, 1: confirmed.',
    'column line_credits.chat_code': '0: last used earlier, 1: never, 2: recently.',
    'column line_credits.day_orders':
      '1 at the first line of an order with this credit, 0 at its others; null: these are credited to several analyses, so orders must be distinguished.',
    'column line_credits.variant_orders': 'The same for lines with this variant.',
    'column line_credits.variant_analyses':
      '1 at the first line of an analysis with this credit and variant, 0 at its others; null: these are, or were, of several orders.',
    'column line_credits.refunded': 'At most the amount.',
    'column line_credits.places': 'JSON: lists of tabs and of rules; null in place of a list: not known.',
    'column line_credits.has_fact': 'Version, language and source are known.',
    'column order_sum_days.has_line_credits':
      'False: the release before added the day up, without line_credits and what is counted of refunds.',
    'column order_sum_days.refunds': 'Refunds of the orders of the day.',
    'column order_sum_days.late_refunds': 'Of these, those made more than 60 days after their order.',
    'column order_sum_days.unknown_refund_lines': 'Refunded lines that their order does not have.',
    'column order_sum_days.excess_refund_lines': 'Lines of which more was refunded in time than they were worth.',
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment.replaceAll("'", "''")}'`);
  }
  await isolateCompanies(knex, 'line_credits');
  await createCrossCompanyView(knex, 'line_credits', 'analysis_hash', ['select', 'delete']);
  await knex.raw(
    'create or replace view all_order_sum_days as select company_id, day, time_zone, has_line_credits from order_sum_days',
  );
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, 'order_sum_days');
  await knex.raw(
    `alter table order_sum_days ${['has_line_credits', ...REFUND_COLUMNS].map((name) => `drop column ${name}`).join(', ')}`,
  );
  await createCrossCompanyView(knex, 'order_sum_days', 'company_id, day, time_zone');
  await dropCrossCompanyView(knex, 'line_credits');
  await removeCompanyIsolation(knex, 'line_credits');
  await knex.schema.dropTable('line_credits');
}
