import type { Knex } from 'knex';

/** Users, their sessions and their credentials. Tokens and codes are stored as hashes only. docs/identity.md I2. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id text primary key,
      email text not null,
      email_key text not null constraint users_email_key_key unique,
      name text not null,
      locale text not null,
      password_hash text,
      password_changed_at timestamptz,
      totp_secret bytea,
      totp_confirmed_at timestamptz,
      totp_last_step bigint not null default 0,
      is_platform_admin boolean not null default false,
      state text not null default 'ACTIVE' check (state in ('ACTIVE', 'DISABLED')),
      created_at timestamptz not null,
      last_sign_in_at timestamptz
    )`);
  await knex.raw(`
    create table sessions (
      token_hash bytea primary key check (length(token_hash) = 32),
      id text not null unique,
      user_id text not null references users (id) on delete cascade,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      authenticated_at timestamptz not null,
      factors text[] not null,
      awaits_factor boolean not null,
      factor_attempts smallint not null default 0,
      idle_until timestamptz not null,
      ends_at timestamptz not null,
      revoked_at timestamptz,
      user_agent text not null,
      network text not null
    )`);
  await knex.raw('create index sessions_user_idx on sessions (user_id, created_at desc)');
  await knex.raw('create index sessions_ends_idx on sessions (ends_at)');
  await knex.raw(`
    create table recovery_codes (
      user_id text not null references users (id) on delete cascade,
      code_hash bytea not null check (length(code_hash) = 32),
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`);
  await knex.raw(`
    create table reset_tokens (
      token_hash bytea primary key check (length(token_hash) = 32),
      user_id text not null references users (id) on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    )`);
  await knex.raw('create index reset_tokens_user_idx on reset_tokens (user_id)');

  const comments = {
    'users.id': '22 base62 characters.',
    'users.email': 'As the user wrote it.',
    'users.email_key': 'The address in NFC and lower case: one account per address.',
    'users.locale': 'Language of the dashboard and of mails, BCP 47.',
    'users.password_hash': 'scrypt, as a PHC string. Null: no password can be right.',
    'users.totp_secret':
      'Secret of the authenticator app, encrypted with AES-256-GCM under IDENTITY_KEYS; null: there is none.',
    'users.totp_confirmed_at': 'Since then a sign-in needs a code. Null: the enrollment is not complete.',
    'users.totp_last_step': 'The last 30-second step whose code was accepted: each is accepted once.',
    'users.is_platform_admin': 'May do everything in every company.',
    'sessions.token_hash': 'SHA-256 of the token; 256 random bits need no stretching.',
    'sessions.id': 'Names the session in lists, is no credential.',
    'sessions.last_seen_at': 'At most one write a minute.',
    'sessions.authenticated_at': 'When a password or code was verified last.',
    'sessions.factors': 'What was verified: password, totp, recovery.',
    'sessions.awaits_factor': 'The password was verified; only the second factor is possible.',
    'sessions.factor_attempts': 'Codes that were tried while it awaits a factor.',
    'sessions.idle_until': 'Ends then unless it is used.',
    'sessions.ends_at': 'Ends then in any case.',
    'sessions.network': 'Network of the client, /24 or /48; empty: unknown.',
    'recovery_codes.code_hash': 'SHA-256 of the code, which has 60 random bits.',
    'reset_tokens.token_hash': 'SHA-256 of the token of a link that sets a password once.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column ${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['reset_tokens', 'recovery_codes', 'sessions', 'users']) await knex.schema.dropTable(table);
}
