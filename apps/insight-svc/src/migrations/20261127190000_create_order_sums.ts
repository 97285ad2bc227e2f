import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
  toShareStatement,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = ['order_day_marks', 'order_sum_days', 'order_days', 'credited_lines'];
/** What revenue is added up from. Orders are marked by themselves, the others by the order that they belong to. */
const SOURCES = ['orders', 'order_lines', 'attributions', 'refunds', 'analysis_facts'];
/** Each trigger sees one set of rows, so that an update has two. */
const EVENTS = { insert: ['new'], update: ['old', 'new'], delete: ['old'] };

/** Sums of days of orders that are kept, and marks of days that changed, which the database sets itself. ADR 155. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create table order_day_marks (company_id text not null, quarter timestamptz not null)');
  await knex.raw('create index order_day_marks_idx on order_day_marks (company_id, quarter)');
  await knex.raw(`
    create table order_sum_days (
      company_id text not null,
      day date not null,
      time_zone text not null,
      primary key (company_id, day)
    )`);
  await knex.raw(`
    create table order_days (
      company_id text not null,
      day date not null,
      scope text not null check (scope in ('COMPANY', 'FUNNEL')),
      funnel_id text not null,
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
      window_days smallint[] not null,
      primary key (company_id, day, scope, funnel_id, currency, kind, rule, proof, chat, totals_include_tax)
    )`);
  await knex.raw(`
    create table credited_lines (
      company_id text not null,
      day date not null,
      line_number integer not null,
      order_key text collate "C" not null,
      analysis_hash bytea not null,
      variant_id text not null,
      currency text not null,
      kind text not null,
      rule text not null,
      proof text not null,
      chat text not null,
      totals_include_tax boolean not null,
      funnel_id text not null,
      version_id text not null,
      locale text not null,
      source text not null,
      has_fact boolean not null,
      tabs text[],
      rules text[],
      amount numeric not null,
      refunded numeric not null,
      primary key (company_id, day, line_number)
    )`);
  await knex.raw('create index credited_lines_analysis_idx on credited_lines (analysis_hash)');
  const comments = {
    'table order_day_marks':
      'Quarters of an hour whose orders changed. Days in which they are must be added up again; until then reports read their orders.',
    'column order_day_marks.quarter': 'Its beginning; every time zone begins its days with one.',
    'table order_sum_days': 'Days whose orders were added up.',
    'column order_sum_days.time_zone': 'IANA name of the zone whose day it is.',
    'table order_days': 'Sums of orders that are kept.',
    'column order_days.scope': 'COMPANY: of all funnels together; FUNNEL: of each.',
    'column order_days.funnel_id': 'Empty: all funnels, no analysis, or one that could not be read.',
    'column order_days.window_days': 'Days from an analysis to an order, that these orders were attributed with.',
    'table credited_lines':
      'Credited lines of orders that are kept, as reports read them. Days that are not in order_sum_days are not read.',
    'column credited_lines.line_number': 'Of the day.',
    'column credited_lines.has_fact': 'Version, language and source are known.',
    'column credited_lines.refunded': 'At most the amount.',
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment.replaceAll("'", "''")}'`);
  }
  for (const table of TABLES) await isolateCompanies(knex, table);
  await createCrossCompanyView(knex, 'order_day_marks', 'company_id, quarter', ['select', 'insert']);
  await createCrossCompanyView(knex, 'order_sum_days', 'company_id, day, time_zone');
  await createCrossCompanyView(knex, 'credited_lines', 'analysis_hash', ['select', 'delete']);
  await createMarking(knex);
}

const QUARTER = "date_bin('15 minutes', ordered_at, timestamptz '2000-01-01T00:00Z')";

/** Orders of rows are looked up one by one (`offset 0`): a plan for many rows would be kept for few. */
async function createMarking(knex: Knex): Promise<void> {
  await knex.raw(`
    create function mark_order_day(changed_company text, changed_quarter timestamptz) returns void language plpgsql as $$
    begin
      ${toShareStatement("'order sums ' || changed_company")};
      insert into all_order_day_marks (company_id, quarter)
      select changed_company, changed_quarter
       where not exists (
         select from all_order_day_marks where company_id = changed_company and quarter = changed_quarter);
    end $$`);
  await knex.raw(`
    create function mark_order_days() returns trigger language plpgsql set search_path from current as $$
    declare
      moment record;
    begin
      if tg_table_name = 'orders' then
        for moment in select distinct company_id, ${QUARTER} as quarter from changed loop
          perform mark_order_day(moment.company_id, moment.quarter);
        end loop;
      elsif tg_table_name = 'analysis_facts' then
        for moment in
          select distinct own.company_id, ${QUARTER} as quarter from changed c
            cross join lateral (
              select company_id, order_key from all_attributions where analysis_hash = c.analysis_hash offset 0) as credited
            cross join lateral (
              select o.company_id, o.ordered_at from all_orders o
               where o.company_id = credited.company_id and o.order_key = credited.order_key offset 0) as own
        loop
          perform mark_order_day(moment.company_id, moment.quarter);
        end loop;
      else
        for moment in
          select distinct own.company_id, ${QUARTER} as quarter from changed c cross join lateral (
            select o.company_id, o.ordered_at from all_orders o
             where o.company_id = c.company_id and o.order_key = c.order_key offset 0) as own
        loop
          perform mark_order_day(moment.company_id, moment.quarter);
        end loop;
      end if;
      return null;
    end $$`);
  await knex.raw(
    "comment on function mark_order_day is 'Marks the quarter of an hour of an order, once. Shares the lock of the job, which so sees what marks it, or leaves the mark.'",
  );
  await knex.raw("comment on function mark_order_days is 'Marks the orders that a statement concerns.'");
  for (const table of SOURCES) {
    for (const [event, sets] of Object.entries(EVENTS)) {
      for (const set of sets) {
        await knex.raw(
          `create trigger mark_order_days_${event}_${set} after ${event} on ${table} referencing ${set} table as changed
             for each statement execute function mark_order_days()`,
        );
      }
    }
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of SOURCES) {
    for (const [event, sets] of Object.entries(EVENTS)) {
      for (const set of sets) await knex.raw(`drop trigger mark_order_days_${event}_${set} on ${table}`);
    }
  }
  await knex.raw('drop function mark_order_days');
  await knex.raw('drop function mark_order_day');
  for (const view of ['order_day_marks', 'order_sum_days', 'credited_lines']) await dropCrossCompanyView(knex, view);
  for (const table of TABLES) await removeCompanyIsolation(knex, table);
  for (const table of TABLES) await knex.schema.dropTable(table);
}
