import type { Knex } from 'knex';

/**
 * Idempotency records: claimed before the work, finished by the statement that inserts the analysis.
 * docs/contract.md C10.
 */
export async function up(knex: Knex): Promise<void> {
  // The fill factor leaves room for the one update of a row (running to done) on its own page, without index writes.
  await knex.raw(`
    create table idempotency_keys (
      company_id text not null,
      route text not null,
      key_hash bytea not null,
      fingerprint bytea,
      state text not null check (state in ('running', 'done', 'erased')),
      token uuid not null,
      lease_until timestamptz not null,
      response bytea,
      analysis_id text,
      created_at timestamptz not null default now(),
      primary key (company_id, key_hash, route),
      check ((state = 'done') = (response is not null and analysis_id is not null)),
      check ((state = 'erased') = (fingerprint is null))
    ) with (fillfactor = 60)`);
  await knex.raw('create index idempotency_keys_created_at_idx on idempotency_keys (created_at)');

  const comments = {
    company_id:
      'Company of the API key; the key itself is no part of the scope, so a retry with a rotated key replays.',
    route: 'Route that the key was sent to.',
    key_hash: 'SHA-256 of the Idempotency-Key.',
    fingerprint: 'SHA-256 of the canonical body with the selfie replaced by its hash; null once erased.',
    state: 'running: claimed, work in progress. done: response and analysis stored. erased: the analysis was erased.',
    token: 'Fencing token of the claim in force: only its holder may finish or release the record.',
    lease_until: 'A running record may be claimed again after this time: its holder has died.',
    response: 'Body of the finished success, replayed byte for byte.',
    analysis_id: 'Analysis that the response names.',
    created_at: 'First claim; the record is deleted 24 hours later.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column idempotency_keys.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table idempotency_keys');
}
