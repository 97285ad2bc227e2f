import type { Knex } from 'knex';

/**
 * Erased analyses, for services that store data by analysis id (`ListErasedAnalyses`). The id is a capability and is not
 * stored: its hash is sufficient for services that know the id, and useless to anyone else.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table erased_analyses (
      id_hash bytea primary key,
      change_xid xid8 not null default pg_current_xact_id(),
      erased_at timestamptz not null default now()
    )`);
  await knex.raw('create index erased_analyses_change_idx on erased_analyses (change_xid, id_hash)');
  await knex.raw('create index erased_analyses_erased_at_idx on erased_analyses (erased_at)');

  const comments = {
    id_hash: 'SHA-256 of the analysis id.',
    change_xid: 'Transaction that erased it: followers read by it and miss none (ADR 0007).',
    erased_at: 'Time of erasure; the row is deleted 35 days later.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column erased_analyses.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table erased_analyses');
}
