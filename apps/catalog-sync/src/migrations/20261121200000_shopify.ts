import { createJobsTable, dropJobsTable } from '@svc/kit/migrations';
import type { Knex } from 'knex';

const COMMENTS = {
  'import_runs.source': 'UPLOAD: a file was sent; FEED: it was fetched; SHOPIFY: a bulk operation of a shop wrote it.',
  'shopify_installs.state_hash':
    'SHA-256 of the state that the browser carries; deleted when it comes back: it serves once.',
  'shopify_installs.company_id': 'Company that began the install.',
  'shopify_installs.shop': 'Domain of the shop, for example glow.myshopify.com.',
  'shopify_installs.expires_at': 'After this time the install must be started again.',
  'shopify_shops.company_id': 'Company whose catalog comes from the shop.',
  'shopify_shops.shop': 'Domain of the shop; a shop belongs to one company.',
  'shopify_shops.state': 'CONNECTED, NEEDS_REINSTALL (Shopify refused to renew the token) or UNINSTALLED.',
  'shopify_shops.scopes': 'What the merchant consented to, separated by commas.',
  'shopify_shops.sealed_tokens':
    'Access token and refresh token, encrypted with AES-256-GCM under SECRETS_KEY; null: there are none any more.',
  'shopify_shops.token_expires_at': 'When the access token ends; null: it does not.',
  'shopify_shops.connected_at': 'When the merchant consented last.',
  'shopify_shops.sync_wanted': 'The whole catalog is to be read; stays until it was.',
  'shopify_shops.bulk_operation_id': 'Operation that writes it; null: none was begun.',
  'shopify_shops.bulk_started_at': 'When it was begun; what changed since then is read again after its import.',
  'shopify_shops.synced_at': 'When the whole catalog was read last; null: never, and single products wait for it.',
  'shopify_shops.last_run_id': 'Newest import run of the shop.',
  'shopify_shops.next_sync_at': 'When the whole catalog is read again.',
  'shopify_shops.failures': 'Failed syncs in a row.',
  'shopify_shops.problem': 'Why the last sync failed, or why the shop is not connected; for people.',
  'shopify_events.shop': 'Domain of the shop.',
  'shopify_events.topic': 'Topic; one event may be sent under several.',
  'shopify_events.event_id': "Shopify's id of what happened; the same in copies and retries.",
  'shopify_events.received_at': 'When it came first. Kept for 8 days.',
  'shopify_products.company_id': 'Company of the shop.',
  'shopify_products.product_id': 'Numeric id of a product that a webhook reported as changed.',
  'shopify_products.told_at': 'When the last webhook about it arrived. Kept for 8 days.',
  'shopify_products.told_updated_at': 'Newest updated_at of its webhooks; null: it was deleted.',
  'shopify_products.updated_at': 'updatedAt of what the catalog holds; null: not read yet, or deleted.',
};

/** Shops of Shopify, what they told, and jobs. */
export async function up(knex: Knex): Promise<void> {
  await setSources(knex, "'UPLOAD', 'FEED', 'SHOPIFY'");
  await createJobsTable(knex);
  await knex.raw(`
    create table shopify_installs (
      state_hash bytea primary key,
      company_id text not null,
      shop text not null,
      expires_at timestamptz not null
    )`);
  await knex.raw(`
    create table shopify_shops (
      company_id text primary key,
      shop text not null unique,
      state text not null check (state in ('CONNECTED', 'NEEDS_REINSTALL', 'UNINSTALLED')),
      scopes text not null,
      sealed_tokens bytea,
      token_expires_at timestamptz,
      connected_at timestamptz not null,
      sync_wanted boolean not null,
      bulk_operation_id text,
      bulk_started_at timestamptz,
      synced_at timestamptz,
      last_run_id text,
      next_sync_at timestamptz,
      failures integer not null default 0,
      problem text
    )`);
  await knex.raw('create index shopify_shops_next_sync_idx on shopify_shops (next_sync_at)');
  await knex.raw(`
    create table shopify_events (
      shop text not null,
      topic text not null,
      event_id text not null,
      received_at timestamptz not null default now(),
      primary key (shop, topic, event_id)
    )`);
  await knex.raw('create index shopify_events_received_idx on shopify_events (received_at)');
  await knex.raw(`
    create table shopify_products (
      company_id text not null,
      product_id text collate "C" not null,
      told_at timestamptz not null,
      told_updated_at timestamptz,
      updated_at timestamptz,
      primary key (company_id, product_id)
    )`);
  await knex.raw('create index shopify_products_told_idx on shopify_products (told_at)');
  for (const [column, text] of Object.entries(COMMENTS)) {
    await knex.raw(`comment on column ${column} is '${text.replaceAll("'", "''")}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['shopify_products', 'shopify_events', 'shopify_shops', 'shopify_installs']) {
    await knex.schema.dropTable(table);
  }
  await dropJobsTable(knex);
  await knex.raw(`delete from import_runs where source = 'SHOPIFY'`);
  await setSources(knex, "'UPLOAD', 'FEED'");
  await knex.raw(`comment on column import_runs.source is 'UPLOAD: a file was sent; FEED: it was fetched.'`);
}

async function setSources(knex: Knex, sources: string): Promise<void> {
  await knex.raw('alter table import_runs drop constraint import_runs_source_check');
  await knex.raw(`alter table import_runs add constraint import_runs_source_check check (source in (${sources}))`);
}
