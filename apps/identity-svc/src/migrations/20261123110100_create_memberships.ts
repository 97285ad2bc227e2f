import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** What a request may see of all companies, before its company is known. ADR 32. */
const CROSSINGS = {
  // The companies of the user of a session.
  memberships: 'company_id, user_id, role',
  company_policies: 'company_id, may_invite, require_two_factor, editors_may_publish',
  // The invitation of a link.
  invitations:
    'id, company_id, company_name, email, email_key, role, token_hash, state, invited_by, created_at, expires_at, sent_count',
};

/** Companies are those of funnel-svc, by id; they are never deleted. An invitation without a company is to the platform. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table memberships (
      company_id text not null,
      user_id text not null references users (id) on delete cascade,
      role text not null check (role in ('ADMIN', 'EDITOR', 'ANALYST')),
      created_at timestamptz not null,
      created_by text,
      primary key (company_id, user_id)
    )`);
  await knex.raw('create index memberships_user_idx on memberships (user_id)');
  await knex.raw(`
    create table invitations (
      seq bigint generated always as identity,
      id text primary key,
      company_id text,
      company_name text not null,
      email text not null,
      email_key text not null,
      role text check (role in ('ADMIN', 'EDITOR', 'ANALYST')),
      locale text not null,
      token_hash bytea not null unique check (length(token_hash) = 32),
      state text not null check (state in ('PENDING', 'ACCEPTED', 'REVOKED')),
      invited_by text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      accepted_at timestamptz,
      accepted_by text,
      sent_count smallint not null,
      last_sent_at timestamptz not null,
      check ((company_id is null) = (role is null))
    )`);
  await knex.raw(
    "create unique index invitations_pending_idx on invitations (company_id, email_key) nulls not distinct where state = 'PENDING'",
  );
  await knex.raw('create index invitations_newest_idx on invitations (company_id, seq desc)');
  await knex.raw(`
    create table company_policies (
      company_id text primary key,
      may_invite boolean not null,
      require_two_factor boolean not null,
      editors_may_publish boolean not null
    )`);
  const comments = {
    'memberships.created_by': 'User who invited the member; null: the platform token.',
    'invitations.seq': 'Order of creation, for lists.',
    'invitations.company_id': 'Null: an invitation to administer the platform.',
    'invitations.company_name': 'Name of the company when the invitation was sent; empty for the platform.',
    'invitations.locale': 'Language of the mail.',
    'invitations.token_hash': 'SHA-256 of the token of the link that was sent last.',
    'invitations.invited_by': 'User; null: the platform token.',
    'invitations.sent_count': 'Links that were made, the first one included.',
    'company_policies.may_invite': 'Admins of the company may invite users; set by platform administrators only.',
    'company_policies.require_two_factor': 'Members without a second factor must set one up first.',
    'company_policies.editors_may_publish': 'Editors may publish funnels and start experiments.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column ${column} is '${comment}'`);
  }
  await isolateCompanies(knex, 'memberships');
  await isolateCompanies(knex, 'company_policies');
  await isolateCompanies(knex, 'invitations', 'company_id is not distinct from :company');
  for (const [table, columns] of Object.entries(CROSSINGS)) await createCrossCompanyView(knex, table, columns);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(CROSSINGS)) {
    await dropCrossCompanyView(knex, table);
    await removeCompanyIsolation(knex, table);
    await knex.schema.dropTable(table);
  }
}
