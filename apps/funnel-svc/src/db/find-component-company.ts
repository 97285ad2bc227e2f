import { type CompanySettings, DEFAULT_COMPANY_SETTINGS, type FunnelHostName } from '@svc/domain';
import { type PreparedStatement, readPrepared } from '@svc/kit';
import type { Knex } from 'knex';

/** A company as its shop pages may know it. */
export interface ComponentCompany {
  id: string;
  handle: string;
  /** Company language, BCP 47. */
  language: string;
  /** Raised with every change of the company or its funnels. */
  version: string;
  domains: string[];
  settings: CompanySettings;
}

const COLUMNS = 'c.id, c.handle, c.language, c.version, c.domains, c.settings';
const OF_FUNNEL = `select ${COLUMNS} from all_funnels f join all_companies c on c.id = f.company_id where f.archived_at is null and`;

const BY_KEY: PreparedStatement = {
  name: 'find-component-company-by-key',
  text: `select ${COLUMNS} from all_companies c where c.company_key = $1`,
};
const BY_ID: PreparedStatement = {
  name: 'find-component-company-by-id',
  text: `select ${COLUMNS} from all_companies c where c.id = $1`,
};
const BY_SUBDOMAIN: PreparedStatement = {
  name: 'find-component-company-by-subdomain',
  text: `${OF_FUNNEL} f.subdomain = $1`,
};
const BY_HOST: PreparedStatement = { name: 'find-component-company-by-host', text: `${OF_FUNNEL} f.host = $1` };
const BY_DOMAINS: PreparedStatement = {
  name: 'find-component-companies-by-domains',
  text: `select ${COLUMNS} from all_companies c where c.domains::jsonb ?| $1::text[] order by c.id limit 3`,
};

/** Served by companies_company_key_key. */
export const findCompanyByKey = (db: Knex, companyKey: string): Promise<ComponentCompany | undefined> =>
  findOne(db, BY_KEY, companyKey);

/** Served by companies_pkey. */
export const findCompanyById = (db: Knex, companyId: string): Promise<ComponentCompany | undefined> =>
  findOne(db, BY_ID, companyId);

/** The company of a funnel in use. Served by funnels_subdomain_key and funnels_host_key. */
export const findCompanyOfHost = (db: Knex, name: FunnelHostName): Promise<ComponentCompany | undefined> =>
  'host' in name ? findOne(db, BY_HOST, name.host) : findOne(db, BY_SUBDOMAIN, name.subdomain);

/** Companies that list one of these domains; at most three, so that one can be distinguished from several. */
export async function listCompaniesWithDomain(db: Knex, domains: readonly string[]): Promise<ComponentCompany[]> {
  const { rows } = await readPrepared<ComponentCompany>(db, BY_DOMAINS, [domains]);
  return rows.map(withDefaults);
}

async function findOne(db: Knex, statement: PreparedStatement, value: string): Promise<ComponentCompany | undefined> {
  const { rows } = await readPrepared<ComponentCompany>(db, statement, [value]);
  return rows[0] && withDefaults(rows[0]);
}

/** Rows written before a setting existed lack it. */
const withDefaults = (row: ComponentCompany): ComponentCompany => ({
  ...row,
  settings: { ...DEFAULT_COMPANY_SETTINGS, ...row.settings },
});
