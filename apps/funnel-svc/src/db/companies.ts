import { DEFAULT_COMPANY_SETTINGS, type DeliveryTargets } from '@svc/domain';
import type { Db } from '@svc/kit';
import { type Company, findFormerSecret } from '../domain/company/company.js';
import type { CompanyRow } from './tables.js';

function toCompany(row: CompanyRow): Company {
  return {
    id: row.id,
    handle: row.handle,
    name: row.name,
    language: row.language,
    currency: row.currency,
    companyKey: row.company_key,
    domains: row.domains,
    // Rows written before a setting existed lack it.
    settings: { ...DEFAULT_COMPANY_SETTINGS, ...row.settings },
    webhook: row.webhook,
    formerWebhookSecret: toFormerSecret(row),
    crm: row.crm,
    revision: Number(row.revision),
  };
}

const toFormerSecret = ({ former_webhook_secret: secret, former_webhook_secret_until: until }: CompanyRow) =>
  secret !== null && until !== null ? { secret, until } : null;

function toColumns(company: Company) {
  return {
    name: company.name,
    language: company.language,
    currency: company.currency,
    company_key: company.companyKey,
    domains: JSON.stringify(company.domains),
    settings: JSON.stringify(company.settings),
    webhook: company.webhook && JSON.stringify(company.webhook),
    former_webhook_secret: company.formerWebhookSecret?.secret ?? null,
    former_webhook_secret_until: company.formerWebhookSecret?.until ?? null,
    crm: company.crm && JSON.stringify(company.crm),
    revision: company.revision,
  };
}

export async function findCompanyId(db: Db, handle: string): Promise<string | undefined> {
  const row = await db<CompanyRow>('all_companies').where({ handle }).first('id');
  return row?.id;
}

export async function findCompany(db: Db, companyId: string): Promise<Company | undefined> {
  const row = await db<CompanyRow>('companies').where({ id: companyId }).first();
  return row && toCompany(row);
}

export async function findCompanyHandle(db: Db, companyId: string): Promise<string | undefined> {
  const row = await db<CompanyRow>('companies').where({ id: companyId }).first('handle');
  return row?.handle;
}

/** Where a company's submissions go, secrets included; undefined: no such company. */
export async function findDeliveryTargets(db: Db, companyId: string, now: Date): Promise<DeliveryTargets | undefined> {
  const row = await db<CompanyRow>('companies').where({ id: companyId }).first();
  if (!row) return undefined;
  const { webhook, crm, ...company } = toCompany(row);
  const former = findFormerSecret(company, now);
  return { webhook: webhook && { ...webhook, ...(former ? { formerSecret: former.secret } : {}) }, crm };
}

/** Handles and names of companies, in no particular order. */
export async function describeCompanies(
  db: Db,
  companyIds: readonly string[],
): Promise<{ companyId: string; handle: string; name: string }[]> {
  return db('all_companies').whereIn('id', companyIds).select({ companyId: 'id' }, 'handle', 'name');
}

/** Companies after a handle, ordered by handle. */
export async function listCompanies(db: Db, after: string, limit: number): Promise<{ handle: string; name: string }[]> {
  return db<CompanyRow>('all_companies')
    .select('handle', 'name')
    .where('handle', '>', after)
    .orderBy('handle')
    .limit(limit);
}

export async function insertCompany(db: Db, company: Company): Promise<void> {
  await db('companies').insert({ id: company.id, handle: company.handle, ...toColumns(company) });
}

export async function updateCompany(db: Db, company: Company): Promise<void> {
  await db('companies').where({ id: company.id }).update(toColumns(company));
}

/** Another one after every change of the company, its funnels, or parts that other services own. */
export async function findCompanyStamp(db: Db, companyId: string): Promise<string | undefined> {
  const row = await db<CompanyRow>('companies').where({ id: companyId }).first('version', 'revision');
  return row && `${row.version} ${row.revision}`;
}

/** Raises the version that followers read; part of the transaction that changes the company. */
export async function raiseCompanyVersion(db: Db, companyId: string): Promise<void> {
  await db('companies')
    .where({ id: companyId })
    .update({ version: db.raw('version + 1'), change_xid: db.raw('change_stamp()') });
}

/** True if another company has this company key. */
export async function findOtherOwnerOfCompanyKey(db: Db, companyKey: string, handle: string): Promise<boolean> {
  const row = await db('all_companies').where({ company_key: companyKey }).whereNot({ handle }).first('id');
  return row !== undefined;
}
