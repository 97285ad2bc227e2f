import { createIndex } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Makes an index without blocking writes. */
export const config = { transaction: false };

/** Earlier analyses of a stored visitor. docs/insight.md N20.2. */
export async function up(knex: Knex): Promise<void> {
  await createIndex(
    knex,
    'analyses_visitor_idx',
    'analyses (company_id, visitor_hash, key) where visitor_hash is not null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists analyses_visitor_idx');
}
