import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** What statements may see of all companies: columns without the secrets of webhooks and CRMs. ADR 32. */
const CROSSINGS = {
  // Lists, changes, and companies that are found by their handle, key or host.
  companies: `id, handle, name, language, company_key, domains, settings, version, change_xid,
    webhook is not null as has_webhook, crm is not null as has_crm`,
  // Funnels that are found by their host or by a key of their company.
  funnels: 'id, company_id, subdomain, host, name, value, paused, archived_at, published_version_id, draft_version_id',
  // Versions that are found by their id.
  funnel_versions: 'id, company_id, funnel_id, number, state, steps',
  // The key of a request.
  api_keys: 'id, company_id, key_hash, scopes, expires_at, revoked_at, last_used_at',
  // Companies with parts to deliver.
  blueprint_deliveries: 'company_id, delivered_at',
};

export async function up(knex: Knex): Promise<void> {
  await isolateCompanies(knex, 'companies', 'id = :company');
  for (const table of ['funnels', 'funnel_versions', 'api_keys', 'blueprint_deliveries']) {
    await isolateCompanies(knex, table);
  }
  for (const [table, columns] of Object.entries(CROSSINGS)) await createCrossCompanyView(knex, table, columns);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(CROSSINGS)) {
    await dropCrossCompanyView(knex, table);
    await removeCompanyIsolation(knex, table);
  }
}
