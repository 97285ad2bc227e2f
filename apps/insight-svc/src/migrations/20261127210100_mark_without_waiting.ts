import { toShareStatement, toTryShareCondition } from '@svc/kit/migrations';
import type { Knex } from 'knex';

const LOCK = "'order sums ' || changed_company";
const COMMENT =
  'Marks the quarter of an hour of an order, once. While the job adds up a day of the company, a mark that exists may be deleted: then it marks again, without waiting.';
const FORMER_COMMENT =
  'Marks the quarter of an hour of an order, once. Shares the lock of the job, which so sees what marks it, or leaves the mark.';

/**
 * An order does not wait while a day of its company is added up: others share its commit. The lock and what is read after it are two
 * statements, since the second one must see what the job has committed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function mark_order_day(changed_company text, changed_quarter timestamptz) returns void language plpgsql as $$
    begin
      if ${toTryShareCondition(LOCK)} then
        if exists (select from all_order_day_marks where company_id = changed_company and quarter = changed_quarter) then
          return;
        end if;
      end if;
      insert into all_order_day_marks (company_id, quarter) values (changed_company, changed_quarter);
    end $$`);
  await knex.raw(`comment on function mark_order_day is '${COMMENT}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function mark_order_day(changed_company text, changed_quarter timestamptz) returns void language plpgsql as $$
    begin
      ${toShareStatement(LOCK)};
      insert into all_order_day_marks (company_id, quarter)
      select changed_company, changed_quarter
       where not exists (
         select from all_order_day_marks where company_id = changed_company and quarter = changed_quarter);
    end $$`);
  await knex.raw(`comment on function mark_order_day is '${FORMER_COMMENT}'`);
}
