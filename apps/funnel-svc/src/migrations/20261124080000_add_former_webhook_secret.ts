import type { Knex } from 'knex';

/** A merchant changes a secret without a moment in which deliveries fail: both sign for a day. docs/webhooks.md "Changing the secret". */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table companies add column former_webhook_secret text, add column former_webhook_secret_until timestamptz',
  );
  await knex.raw(`comment on column companies.former_webhook_secret is
    'What the webhook at the same address was signed with before. Contains a secret.'`);
  await knex.raw(`comment on column companies.former_webhook_secret_until is
    'Until when the former secret signs as well.'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table companies drop column former_webhook_secret, drop column former_webhook_secret_until');
}
