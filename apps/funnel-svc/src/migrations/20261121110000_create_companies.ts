import type { Knex } from 'knex';

/**
 * Companies and their settings. One row each, changed by applying a blueprint; never deleted.
 * Documents are json, not jsonb: it keeps the merchant's order of keys, which an export gives back.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table companies (
      id text primary key,
      handle text not null unique,
      name text not null,
      language text not null,
      currency text not null default 'EUR',
      company_key text not null constraint companies_company_key_key unique check (length(company_key) = 25),
      domains json not null,
      settings json not null,
      webhook json,
      revision bigint not null default 0,
      version bigint not null default 1,
      change_xid xid8 not null default pg_current_xact_id(),
      created_at timestamptz not null default now()
    )`);
  await knex.raw('create index companies_change_xid_idx on companies (change_xid)');

  const comments = {
    id: '22 base62 characters; opaque.',
    handle: 'Name of the company in management addresses, [a-z0-9-]{2,40}; never changes.',
    name: 'For people.',
    language: 'Company language, BCP 47: the fallback of every localized text.',
    currency: 'ISO 4217; the currency of catalog rows that name none.',
    company_key: 'The 25-character key of shop components; public, not a credential.',
    domains: 'Array of host names where components may be embedded.',
    settings: 'CompanySettings of libs/domain.',
    webhook: 'WebhookEndpoint of libs/domain: delivery target of the legacy route; null: none.',
    revision: 'Counts the applied blueprints that had something to deliver; orders blueprint_deliveries.',
    version: 'Raised inside every transaction that changes what followers read.',
    change_xid: 'Transaction of the last raise: the cursor of ListCompanyChanges.',
    created_at: 'Time of creation.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column companies.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table companies');
}
