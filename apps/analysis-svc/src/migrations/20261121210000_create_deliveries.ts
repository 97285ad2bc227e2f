import type { Knex } from 'knex';

/**
 * The outbox: deliveries of submissions to a company's webhook and CRM. One row per enabled target is inserted in the transaction
 * that stores the analysis; attempts follow later. ADR 28.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table deliveries (
      id text primary key,
      company_id text not null,
      analysis_id text,
      target text not null check (target in ('webhook', 'crm')),
      page_origin text not null,
      subdomain text not null,
      funnel_value text not null,
      language text not null,
      state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'DEAD')),
      body text,
      attempts integer not null default 0,
      next_attempt_at timestamptz default now(),
      sending_until timestamptz,
      last_status integer,
      last_error text,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      check (analysis_id is not null or (state <> 'PENDING' and body is null))
    )`);
  await knex.raw('create index deliveries_company_idx on deliveries (company_id, created_at desc, id desc)');
  // Erasure finds the rows of an analysis by it, and so does the log of one analysis.
  await knex.raw('create unique index deliveries_analysis_idx on deliveries (analysis_id, target)');
  await knex.raw('create index deliveries_created_at_idx on deliveries (created_at)');
  await knex.raw('create index deliveries_sending_idx on deliveries (company_id) where sending_until is not null');

  const comments = {
    id: 'The webhook-id: stays the same over all attempts. msg_ and random characters, without a point.',
    company_id: 'Company of the funnel.',
    analysis_id: 'Analysis that is delivered. Null: it was erased together with all data in this row.',
    target: 'webhook or crm; where that is, is asked for at each attempt.',
    page_origin: 'Scheme, host and port of the page as the shopper reached it, for analysis_url.',
    subdomain: 'Sub-domain of the funnel at submission: funnel_name of the payload.',
    funnel_value: 'The funnel’s merchant-defined value at submission.',
    language: 'Company language at submission; names in the payload are in it.',
    state: 'PENDING: not delivered yet. DELIVERED: the endpoint responded with 2xx. DEAD: no further attempts.',
    body: 'webhook_payload, the JSON text that is sent and signed; never changed once it is built. Holds contact data. Null: not built, erased, or past its retention.',
    attempts: 'Attempts that were begun.',
    next_attempt_at: 'When it is tried next; null: not by itself.',
    sending_until:
      'While an attempt is under way: when it is over at the latest. Set by the statement that hands the body out and only while the row is PENDING, so that an erasure knows what to wait for.',
    last_status: 'HTTP status of the last attempt; null: there was no answer.',
    last_error: 'Why the last attempt does not count; without personal data.',
    created_at: 'Time of the submission.',
    finished_at: 'When it became DELIVERED or DEAD.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column deliveries.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table deliveries');
}
