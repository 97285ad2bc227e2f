import type { Knex } from 'knex';

/** Company API Keys. The value itself is stored nowhere. docs/contract.md C5; docs/reliability.md R2.2. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table api_keys (
      seq bigint generated always as identity,
      id text not null unique,
      company_id text not null references companies (id),
      name text not null,
      key_hash bytea not null constraint api_keys_key_hash_key unique check (length(key_hash) = 32),
      last_four text not null,
      scopes text[] not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      primary key (company_id, id)
    )`);
  await knex.raw('create index api_keys_newest_idx on api_keys (company_id, seq desc)');

  const comments = {
    seq: 'Order of creation, for lists.',
    id: '22 base62 characters; names the key in management, is no credential.',
    company_id: 'The only company that the key opens.',
    name: 'For people.',
    key_hash: 'SHA-256 of the value; 256 random bits need no stretching.',
    last_four: 'Last four characters of the value, for display.',
    scopes: 'What it may do: funnel.read, analysis.create.',
    created_at: 'Time of creation.',
    expires_at: 'Expired from this instant on; null: never.',
    revoked_at: 'Invalid since then; null: in force.',
    last_used_at: 'Last accepted use, at most one write a minute; null: never used.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column api_keys.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table api_keys');
}
