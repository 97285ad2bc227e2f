import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Not `variants`: imports load it with COPY, which PostgreSQL refuses on tables with row-level security. */
const TABLES = [
  'catalogs',
  'feed_states',
  'import_runs',
  'products',
  'shopify_installs',
  'shopify_products',
  'shopify_shops',
];

/** What statements may do with the rows of all companies. None of them can read tokens, feeds or reports. ADR 32. */
const CROSSINGS: Record<string, { columns: string; grants?: string[] }> = {
  // What changed, for followers.
  catalogs: { columns: 'company_id, version, change_xid' },
  // Feeds that are due.
  feed_states: { columns: 'company_id, next_sync_at', grants: ['select', 'update (next_sync_at)'] },
  // Abandoned runs, held runs that expired, and retention.
  import_runs: {
    columns: 'id, state, source, dry_run, lease_until, finished_at, reason, decision',
    grants: [
      'select (id, state, source, dry_run, lease_until, finished_at)',
      'update (state, reason, decision, finished_at)',
      'delete',
    ],
  },
  held_rows: { columns: 'run_id', grants: ['select', 'delete'] },
  // An install that is found by the state in the merchant's browser, and retention.
  shopify_installs: { columns: 'state_hash, company_id, shop, expires_at', grants: ['select', 'delete'] },
  shopify_products: { columns: 'told_at', grants: ['select', 'delete'] },
  // The company of a shop, and shops that are due.
  shopify_shops: {
    columns: 'company_id, shop, state, sync_wanted, next_sync_at',
    grants: ['select', 'update (sync_wanted, next_sync_at)'],
  },
};

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) await isolateCompanies(knex, table);
  // A row belongs to the company of its run; the policy of import_runs selects those.
  await isolateCompanies(knex, 'held_rows', 'run_id in (select id from import_runs)');
  for (const [table, { columns, grants }] of Object.entries(CROSSINGS)) {
    await createCrossCompanyView(knex, table, columns, grants);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(CROSSINGS)) await dropCrossCompanyView(knex, table);
  for (const table of ['held_rows', ...TABLES]) await removeCompanyIsolation(knex, table);
}
