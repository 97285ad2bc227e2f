import { type CompanySettings, DEFAULT_COMPANY_SETTINGS, type FunnelHostName, type FunnelTest } from '@svc/domain';
import { type PreparedStatement, readPrepared } from '@svc/kit';
import type { Knex } from 'knex';
import type { StoredTest } from './funnel-tests.js';
import type { VersionStateName } from './tables.js';

/** The funnel of a host, its company, and the version that is named if the funnel has it. */
export interface HostedFunnel {
  company: {
    id: string;
    name: string;
    language: string;
    /** Raised with every change of the company or its funnels. */
    version: string;
    domains: string[];
    settings: CompanySettings;
    hasWebhook: boolean;
    hasCrm: boolean;
  };
  funnel: {
    id: string;
    subdomain: string;
    name: string;
    /** null: the name. */
    value: string | null;
    paused: boolean;
    publishedVersionId: string | null;
    draftVersionId: string | null;
  };
  namedVersionState: VersionStateName | undefined;
  /** The last test of the questionnaire. */
  test: StoredTest | undefined;
}

interface HostRow {
  company_id: string;
  company_name: string;
  language: string;
  version: string;
  domains: string[];
  settings: CompanySettings;
  has_webhook: boolean;
  has_crm: boolean;
  funnel_id: string;
  subdomain: string;
  funnel_name: string;
  value: string | null;
  paused: boolean;
  published_version_id: string | null;
  draft_version_id: string | null;
  version_state: VersionStateName | null;
  test: FunnelTest | null;
  has_test_ended: boolean;
}

const SELECT = `
  select c.id as company_id, c.name as company_name, c.language, c.version, c.domains, c.settings,
         c.has_webhook, c.has_crm,
         f.id as funnel_id, f.subdomain, f.name as funnel_name, f.value, f.paused,
         f.published_version_id, f.draft_version_id, v.state as version_state,
         t.test, t.ended_at is not null as has_test_ended
    from all_funnels f
    join all_companies c on c.id = f.company_id
    left join all_funnel_versions v on v.company_id = f.company_id and v.funnel_id = f.id and v.id = $2
    left join all_funnel_tests t on t.funnel_id = f.id and t.kind = 'QUESTIONNAIRE'
   where f.archived_at is null and`;
const BY_SUBDOMAIN: PreparedStatement = { name: 'find-host-by-subdomain', text: `${SELECT} f.subdomain = $1` };
const BY_HOST: PreparedStatement = { name: 'find-host-by-host', text: `${SELECT} f.host = $1` };

/**
 * Everything that a request to a funnel's host decides on, in one round trip; nothing of it is kept, so that a pause counts
 * from the next statement on. Served by funnels_subdomain_key and funnels_host_key. Undefined: no funnel in use has this host.
 */
export async function findHost(
  db: Knex,
  name: FunnelHostName,
  versionId: string | undefined,
): Promise<HostedFunnel | undefined> {
  const [statement, value] = 'host' in name ? [BY_HOST, name.host] : [BY_SUBDOMAIN, name.subdomain];
  const { rows } = await readPrepared<HostRow>(db, statement, [value, versionId ?? null]);
  const [row] = rows;
  return row && toHostedFunnel(row);
}

const toHostedFunnel = (row: HostRow): HostedFunnel => ({
  company: {
    id: row.company_id,
    name: row.company_name,
    language: row.language,
    version: row.version,
    domains: row.domains,
    // Rows written before a setting existed lack it.
    settings: { ...DEFAULT_COMPANY_SETTINGS, ...row.settings },
    hasWebhook: row.has_webhook,
    hasCrm: row.has_crm,
  },
  funnel: {
    id: row.funnel_id,
    subdomain: row.subdomain,
    name: row.funnel_name,
    value: row.value,
    paused: row.paused,
    publishedVersionId: row.published_version_id,
    draftVersionId: row.draft_version_id,
  },
  namedVersionState: row.version_state ?? undefined,
  test: row.test ? { test: row.test, hasEnded: row.has_test_ended } : undefined,
});
