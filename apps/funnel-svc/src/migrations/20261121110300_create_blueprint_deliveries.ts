import type { Knex } from 'knex';

/**
 * The parts of applied blueprints that other services own, written in the transaction that applies the rest and delivered
 * after it (outbox). A participant gets its rows in order of revision.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table blueprint_deliveries (
      company_id text not null references companies (id),
      participant text not null check (participant in ('matcher', 'catalog')),
      revision bigint not null,
      payload json,
      created_at timestamptz not null default now(),
      delivered_at timestamptz,
      attempts integer not null default 0,
      last_error text,
      primary key (company_id, participant, revision),
      check ((payload is null) = (delivered_at is not null))
    )`);
  await knex.raw(`
    create index blueprint_deliveries_pending_idx on blueprint_deliveries (company_id, participant, revision)
      where delivered_at is null`);

  const comments = {
    company_id: 'The company.',
    participant: 'Service that owns the part.',
    revision: 'companies.revision of the apply; a participant ignores an older or repeated one.',
    payload: 'MatchingConfigPatch or CatalogSection of libs/domain; dropped once delivered, since catalogs are large.',
    created_at: 'Time of the apply.',
    delivered_at: 'Acknowledged by the participant; null: still to do.',
    attempts: 'Failed deliveries so far.',
    last_error: 'Code and message of the last failed delivery.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column blueprint_deliveries.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table blueprint_deliveries');
}
