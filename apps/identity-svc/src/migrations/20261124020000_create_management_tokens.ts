import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** What a request may see of all companies, before its company is known: whose token it carries. ADR 32. */
const CROSSING = 'id, token_hash, company_id, user_id, role, expires_at, last_used_at, revoked_at';

/** Tokens with which programs act for a user in one company. docs/identity.md I12. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table management_tokens (
      seq bigint generated always as identity,
      id text primary key,
      token_hash bytea not null unique check (length(token_hash) = 32),
      company_id text not null,
      user_id text not null references users (id) on delete cascade,
      role text not null check (role in ('ADMIN', 'EDITOR', 'ANALYST')),
      name text not null,
      last_four text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz
    )`);
  await knex.raw('create index management_tokens_user_idx on management_tokens (company_id, user_id, seq desc)');
  const comments = {
    seq: 'Order of creation, for lists.',
    id: 'Names the token in lists and in the audit log, is no credential.',
    token_hash: 'SHA-256 of the token; 256 random bits need no stretching.',
    role: 'The token may do what this role and the role of the user both may.',
    last_four: 'Last characters of the token, to recognize it by.',
    last_used_at: 'At most one write a minute.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column management_tokens.${column} is '${comment}'`);
  }
  await isolateCompanies(knex, 'management_tokens');
  await createCrossCompanyView(knex, 'management_tokens', CROSSING);
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, 'management_tokens');
  await removeCompanyIsolation(knex, 'management_tokens');
  await knex.schema.dropTable('management_tokens');
}
