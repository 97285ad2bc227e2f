import type { Knex } from 'knex';

const DELIVERY_COLUMNS = {
  tries: 'Failed attempts since the submission or the last redelivery: the schedule goes by them.',
  redeliveries: 'Number of redeliveries. An attempt that started before the last one does not change the state.',
};
const ATTEMPT_COLUMNS = {
  delivery_id: 'Delivery that was attempted.',
  number: 'The attempt, from 1.',
  started_at: 'When it began.',
  duration_ms: 'How long it took.',
  url: 'What was called, without credentials.',
  status: 'HTTP status of the answer; null: none came.',
  error: 'Why it does not count; null: it does.',
  request_headers: 'Headers that were sent, without those that prove the sender.',
  response_body: 'The first 4 KiB of the answer; null: nothing, or past its retention.',
};

/** The log of attempts, and what the schedule of a delivery goes by. ADR 29. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deliveries
      add column tries integer not null default 0,
      add column redeliveries integer not null default 0`);
  // Counts of what waits, and what an endpoint has to get when it is switched on again.
  await knex.raw(`create index deliveries_pending_idx on deliveries (company_id, target) where state = 'PENDING'`);
  await knex.raw(
    'create index deliveries_finished_idx on deliveries (finished_at) where body is not null and finished_at is not null',
  );
  await knex.raw(`
    create table delivery_attempts (
      delivery_id text not null references deliveries (id) on delete cascade,
      number integer not null,
      started_at timestamptz not null,
      duration_ms integer not null,
      url text not null,
      status integer,
      error text,
      request_headers jsonb not null,
      response_body text,
      primary key (delivery_id, number)
    )`);
  await knex.raw(
    'create index delivery_attempts_started_idx on delivery_attempts (started_at) where response_body is not null',
  );

  for (const [column, comment] of Object.entries(DELIVERY_COLUMNS)) {
    await knex.raw(`comment on column deliveries.${column} is '${comment}'`);
  }
  for (const [column, comment] of Object.entries(ATTEMPT_COLUMNS)) {
    await knex.raw(`comment on column delivery_attempts.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table delivery_attempts');
  await knex.raw('drop index deliveries_pending_idx, deliveries_finished_idx');
  await knex.raw('alter table deliveries drop column tries, drop column redeliveries');
}
