import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = ['orders', 'order_lines', 'attributions', 'refunds'] as const;

/** Orders and refunds of shops, and which analyses their lines are credited to. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table orders (
      company_id text not null,
      order_key text collate "C" not null,
      kind text not null check (kind in ('REPORTED', 'VERIFIED')),
      content_hash bytea not null,
      ordered_at timestamptz not null,
      currency text not null,
      totals_include_tax boolean not null,
      had_chat boolean,
      window_days smallint not null,
      names_unknown_analyses_only boolean not null,
      received_at timestamptz not null,
      primary key (company_id, order_key)
    )`);
  await knex.raw('create index orders_day_idx on orders (company_id, ordered_at)');
  await knex.raw('create index orders_age_idx on orders (ordered_at)');
  await knex.raw(`
    create table order_lines (
      company_id text not null,
      order_key text collate "C" not null,
      line_key text collate "C" not null,
      variant_id text not null,
      product_id text,
      quantity integer not null,
      price numeric(16, 4) not null,
      amount numeric(20, 4) not null,
      primary key (company_id, order_key, line_key),
      foreign key (company_id, order_key) references orders on delete cascade
    )`);
  await knex.raw(`
    create table attributions (
      company_id text not null,
      order_key text collate "C" not null,
      line_key text collate "C" not null,
      analysis_hash bytea not null,
      funnel_id text,
      rule text not null check (rule in ('DIRECT', 'ASSISTED')),
      proof text not null check (proof in ('CONFIRMED', 'CLAIMED')),
      primary key (company_id, order_key, line_key),
      foreign key (company_id, order_key, line_key) references order_lines on delete cascade
    )`);
  await knex.raw('create index attributions_analysis_idx on attributions (analysis_hash)');
  await knex.raw(`
    create table refunds (
      company_id text not null,
      refund_key text collate "C" not null,
      line_key text collate "C" not null,
      order_key text collate "C" not null,
      content_hash bytea not null,
      refunded_at timestamptz not null,
      amount numeric(16, 4) not null,
      received_at timestamptz not null,
      primary key (company_id, refund_key, line_key)
    )`);
  await knex.raw('create index refunds_order_idx on refunds (company_id, order_key, line_key)');
  await knex.raw('create index refunds_age_idx on refunds (refunded_at)');
  await knex.raw(`
    create table erased_analyses (
      analysis_hash bytea primary key,
      erased_at timestamptz not null default now()
    )`);
  await knex.raw('create index erased_analyses_age_idx on erased_analyses (erased_at)');
  await knex.raw('create table follower_cursors (name text primary key, cursor text not null)');
  const comments = {
    'table orders': 'Orders of shops, kept 400 days. No name, address or contact data.',
    'column orders.order_key': "Merchant's id of the order.",
    'column orders.content_hash': 'SHA-256 of what must not change under the same id.',
    'column orders.ordered_at': 'Creation of the order in the shop.',
    'column orders.currency': 'ISO 4217.',
    'column orders.had_chat':
      'Last chat message at most 3 days before the order; null: the shopper never used the chat.',
    'column orders.window_days': 'Days from an analysis to the order that its attributions were made with.',
    'column orders.names_unknown_analyses_only': 'The order names analyses, none of which could be read.',
    'column order_lines.line_key': "Merchant's id of the line, unique within the order.",
    'column order_lines.price': 'Per unit.',
    'column order_lines.amount':
      'Price × quantity, less the discount of the line and its share of the discount of the order.',
    'table attributions': 'The one analysis that a line is credited to. Lines without one are the base of comparison.',
    'column attributions.analysis_hash': 'SHA-256 of the analysis id.',
    'column attributions.funnel_id': 'null: the analysis could not be read.',
    'column attributions.rule': 'DIRECT: the analysis recommended this variant; ASSISTED: another one.',
    'column attributions.proof':
      'CONFIRMED: the variant is in the match of an analysis of the company, or was used in it.',
    'table refunds': 'Lines of refunds, kept 400 days. The order may be unknown, or arrive later.',
    'column refunds.refund_key': "Merchant's id of the refund.",
    'column refunds.refunded_at': 'Creation of the refund in the shop.',
    'table erased_analyses':
      'Hashes of erased analyses, of all companies: later orders are not credited to them. Kept 60 days.',
    'table follower_cursors': 'How far this service has followed others.',
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment.replaceAll("'", "''")}'`);
  }
  for (const table of TABLES) await isolateCompanies(knex, table);
  // Erasures and expiry are of all companies.
  await createCrossCompanyView(knex, 'orders', 'company_id, order_key, ordered_at', ['select', 'delete']);
  await createCrossCompanyView(knex, 'order_lines', 'company_id, order_key, line_key', ['select', 'delete']);
  await createCrossCompanyView(knex, 'attributions', 'company_id, order_key, line_key, analysis_hash');
  await createCrossCompanyView(knex, 'refunds', 'company_id, order_key, line_key, refunded_at', ['select', 'delete']);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table follower_cursors');
  await knex.raw('drop table erased_analyses');
  for (const table of [...TABLES].reverse()) {
    await dropCrossCompanyView(knex, table);
    await removeCompanyIsolation(knex, table);
  }
  for (const table of ['refunds', 'attributions', 'order_lines', 'orders']) await knex.raw('drop table ??', [table]);
}
