import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = ['analyses', 'idempotency_keys', 'deliveries', 'delivery_endpoints'];

const DELIVERY_COLUMNS =
  'id, company_id, analysis_id, target, page_origin, subdomain, funnel_value, language, state, tries, redeliveries, next_attempt_at, created_at, finished_at';

/** What statements may do with the rows of all companies. None of them can read contact data. ADR 32. */
const CROSSINGS: Record<string, { columns: string; grants?: string[] }> = {
  // An analysis that is found by its id, which is a capability.
  analyses: {
    columns: `id, company_id, funnel_id, version_id, is_preview, answers, color, selfie_sent,
      coalesce(first_name, last_name, email) is not null as has_contact`,
  },
  // Records past their retention. To lock a row takes the right to update a column of it.
  idempotency_keys: {
    columns: 'company_id, key_hash, route, state, lease_until, created_at',
    grants: ['select', 'update (state)', 'delete'],
  },
  // The delivery of a job, counts, and what is past its retention: bodies can be emptied, and not be read.
  deliveries: {
    columns: `${DELIVERY_COLUMNS}, body, body is not null as has_body`,
    grants: [`select (${DELIVERY_COLUMNS}, has_body)`, 'update (body)', 'delete'],
  },
  delivery_attempts: {
    columns: 'delivery_id, number, started_at, response_body, response_body is not null as has_response',
    grants: ['select (delivery_id, number, started_at, has_response)', 'update (response_body)'],
  },
  // Endpoints that are switched off.
  delivery_endpoints: { columns: 'company_id, target, fingerprint, disabled_at' },
};

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) await isolateCompanies(knex, table);
  // An attempt belongs to whom its delivery belongs, which is the company's or not seen at all.
  await isolateCompanies(
    knex,
    'delivery_attempts',
    'exists (select from deliveries where deliveries.id = delivery_attempts.delivery_id)',
  );
  for (const [table, { columns, grants }] of Object.entries(CROSSINGS)) {
    await createCrossCompanyView(knex, table, columns, grants);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(CROSSINGS)) await dropCrossCompanyView(knex, table);
  for (const table of ['delivery_attempts', ...TABLES]) await removeCompanyIsolation(knex, table);
}
