import type { Knex } from 'knex';

/** What a user may do has changed: the session continues under a new token. docs/identity.md I4.6. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table sessions add column must_renew boolean not null default false');
  await knex.raw(`
    create table former_session_tokens (
      token_hash bytea primary key check (length(token_hash) = 32),
      session_id text not null references sessions (id) on delete cascade,
      valid_until timestamptz not null
    )`);
  await knex.raw('create index former_session_tokens_session_idx on former_session_tokens (session_id)');
  const comments = {
    'column sessions.must_renew': 'The next request gets a new token, because what the user may do has changed.',
    'table former_session_tokens': 'Replaced tokens, for requests that were already on their way.',
    'column former_session_tokens.token_hash': 'SHA-256 of the token.',
    'column former_session_tokens.valid_until': 'One minute after the token was replaced.',
  };
  for (const [what, comment] of Object.entries(comments)) await knex.raw(`comment on ${what} is '${comment}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table former_session_tokens');
  await knex.raw('alter table sessions drop column must_renew');
}
