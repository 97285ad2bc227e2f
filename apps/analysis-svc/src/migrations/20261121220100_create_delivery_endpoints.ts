import type { Knex } from 'knex';

/** State of a company's delivery endpoint after its last attempts. No row: it has not failed yet. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table delivery_endpoints (
      company_id text not null,
      target text not null check (target in ('webhook', 'crm')),
      fingerprint bytea not null,
      failing_since timestamptz,
      throttled_until timestamptz,
      disabled_at timestamptz,
      disabled_reason text check (disabled_reason in ('GONE', 'FAILED_FOR_TOO_LONG')),
      primary key (company_id, target),
      check ((disabled_at is null) = (disabled_reason is null))
    )`);
  await knex.raw(
    'create index delivery_endpoints_disabled_idx on delivery_endpoints (disabled_at) where disabled_at is not null',
  );

  await knex.raw("comment on table delivery_endpoints is 'State of the targets to which analyses are delivered.'");
  const comments = {
    company_id: 'Company that the target belongs to.',
    target: 'webhook or crm.',
    fingerprint: 'SHA-256 of address and secret. A changed fingerprint means a new endpoint, whose state is reset.',
    failing_since: 'First failed attempt since the last success; null: the last attempt succeeded.',
    throttled_until: 'Until then it gets nothing: it asked for a pause.',
    disabled_at: 'When it was switched off; null: it is on.',
    disabled_reason: 'GONE: it answered 410. FAILED_FOR_TOO_LONG: every attempt failed for 120 hours.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column delivery_endpoints.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table delivery_endpoints');
}
