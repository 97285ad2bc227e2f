import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = [
  'catalog_snapshots',
  'company_config_versions',
  'company_configs',
  'event_sessions',
  'funnel_learning',
  'funnel_models',
  'funnel_states',
  'funnel_versions',
  'learning_days',
  'stale_learning_days',
];

/** What statements may do with the rows of all companies. ADR 32. */
const CROSSINGS: Record<string, { columns: string; grants?: string[] }> = {
  // What changed, for followers.
  catalog_snapshots: { columns: 'company_id, version, change_xid' },
  company_configs: { columns: 'company_id, change_xid' },
  funnel_learning: { columns: 'company_id, funnel_id, seen, change_xid' },
  funnel_states: { columns: 'company_id, version, change_xid' },
  // Erasures, which name analyses and no company, and retention.
  event_sessions: {
    columns: 'analysis_hash, company_id, funnel_id, day, is_preview, options, event_count, change_xid, erased_at',
    grants: ['select', 'insert', 'update', 'delete'],
  },
  // Days to be added up, funnels to build a model for, and retention.
  learning_days: { columns: 'company_id, funnel_id, day, checksum', grants: ['select', 'delete'] },
  stale_learning_days: { columns: 'company_id, funnel_id, day, stale_since', grants: ['select', 'insert'] },
};

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) await isolateCompanies(knex, table);
  for (const [table, { columns, grants }] of Object.entries(CROSSINGS)) {
    await createCrossCompanyView(knex, table, columns, grants);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(CROSSINGS)) await dropCrossCompanyView(knex, table);
  for (const table of TABLES) await removeCompanyIsolation(knex, table);
}
