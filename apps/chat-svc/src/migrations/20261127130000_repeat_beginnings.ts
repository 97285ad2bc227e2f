import { createIndex } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Threads are still being stored while the index is built. */
export const config = { transaction: false };

/** A repeated first message finds the thread that it began. docs/chat.md T7.4. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table threads add column if not exists begin_hash bytea');
  await knex.raw('alter table threads add column if not exists begin_salt bytea');
  const comments = {
    begin_hash:
      'SHA-256 of company and first request; null: its clientTurnId is too short to be unique among shoppers.',
    begin_salt: 'With the clientTurnId of the first turn, which is not stored, it gives the id of the thread.',
  };
  for (const [column, comment] of Object.entries(comments))
    await knex.raw(`comment on column threads.${column} is '${comment}'`);
  await createIndex(knex, 'threads_begin_key', 'threads (company_id, begin_hash)', { isUnique: true });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index threads_begin_key');
  await knex.raw('alter table threads drop column begin_salt, drop column begin_hash');
}
