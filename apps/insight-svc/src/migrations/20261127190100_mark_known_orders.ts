import type { Knex } from 'knex';

/** Days of orders that are known are added up, too. Nothing waits for the marks: until then reports read the orders. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into order_day_marks (company_id, quarter)
    select distinct company_id, date_bin('15 minutes', ordered_at, timestamptz '2000-01-01T00:00Z') from orders`);
}

/** The marks go with their table. */
export async function down(): Promise<void> {}
