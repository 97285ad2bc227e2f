import { type FunnelHostName, isAllowedOrigin, isCompanyKey, isHostName } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import {
  type ComponentCompany,
  findCompanyByKey,
  findCompanyOfHost,
  listCompaniesWithDomain,
} from '../../db/find-component-company.js';
import { listDomainEntries } from '../../domain/pages/component-config.js';

/** How a shop page names its company. */
export type CompanyName = { companyKey: string } | { domain: string } | { host: FunnelHostName | undefined };

/** The company that a shop page belongs to, with what is in force. @throws ServiceError NOT_FOUND. */
export async function findNamedCompany(db: Knex, name: CompanyName): Promise<ComponentCompany> {
  if ('companyKey' in name) {
    const found = isCompanyKey(name.companyKey) ? await findCompanyByKey(db, name.companyKey) : undefined;
    if (!found) throw new ServiceError('NOT_FOUND', 'No company has this company key.');
    return found;
  }
  if ('host' in name) {
    const { host } = name;
    const text = host && ('host' in host ? host.host : host.subdomain);
    const found = host && isHostName(text as string) ? await findCompanyOfHost(db, host) : undefined;
    if (!found) throw new ServiceError('NOT_FOUND', 'No funnel has this host.');
    return found;
  }
  return findCompanyOfDomain(db, name.domain);
}

async function findCompanyOfDomain(db: Knex, domain: string): Promise<ComponentCompany> {
  const listed = isHostName(domain) ? await listCompaniesWithDomain(db, listDomainEntries(domain)) : [];
  const [found, ...others] = listed.filter(({ domains }) =>
    ['https', 'http'].some((scheme) => isAllowedOrigin(`${scheme}://${domain}`, domains)),
  );
  if (!found) throw new ServiceError('NOT_FOUND', 'No company has this domain: add it to the domains of the company.');
  if (others.length > 0)
    throw new ServiceError('NOT_FOUND', 'Set COMPANY_ID: this domain belongs to more than one account.');
  return found;
}
