import { createIndex } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Makes indexes without blocking writes. */
export const config = { transaction: false };

/** What the report of revenue counts apart, which is little. */
const INDEXES = {
  orders_unknown_analyses_idx: 'orders (company_id) where names_unknown_analyses_only',
  orders_unread_analyses_idx: 'orders (company_id) where unread_analyses > 0',
  order_lines_foreign_idx: 'order_lines (company_id) where is_foreign',
};

export async function up(knex: Knex): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) {
    await createIndex(knex, name, on);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) await knex.raw(`drop index concurrently if exists ${name}`);
}
