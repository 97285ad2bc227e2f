import type { Knex } from 'knex';

/** A marketing system that receives finished analyses, in addition to the webhook. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table companies add column crm json');
  await knex.raw(`comment on column companies.crm is
    'CrmAccount of libs/domain: delivery target of the legacy route in addition to the webhook; null: none. Contains a key.'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table companies drop column crm');
}
