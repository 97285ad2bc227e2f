import { type FunnelHostName, isAllowedOrigin, isCompanyKey, isHostName } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import {
  type ComponentCompany,
  findCompanyByKey,
  findCompanyOfHost,
  listCompaniesWithDomain,
} from '../../db/find-component-company.js';
import { listComponentFunnels } from '../../db/list-component-funnels.js';
import {
  type ComponentConfig,
  type ComponentFunnel,
  getComponentFunnelState,
  listDomainEntries,
} from '../../domain/pages/component-config.js';

/** How a shop page names its company. */
export type ComponentCompanyName = { companyKey: string } | { domain: string } | { host: FunnelHostName | undefined };

export interface ComponentConfigAnswer {
  companyId: string;
  version: string;
  domains: string[];
  config: ComponentConfig;
}

/** Companies whose funnels one process keeps. */
const MAX_COMPANIES = 1_000;

/**
 * What a company decides about the components on its shop pages. What is in force is read on every call; funnels, whose steps have
 * to be read, are kept by the version of the company.
 * @throws ServiceError NOT_FOUND.
 */
export function getComponentConfig(deps: { db: Knex }) {
  const kept = new LRUCache<string, { version: string; funnels: ComponentFunnel[] }>({ max: MAX_COMPANIES });

  async function loadFunnels({ id, version }: ComponentCompany): Promise<ComponentFunnel[]> {
    const found = kept.get(id);
    if (found?.version === version) return found.funnels;
    const rows = await listComponentFunnels(deps.db, id);
    const funnels = rows.flatMap((row): ComponentFunnel[] => {
      const state = getComponentFunnelState({
        paused: row.paused,
        hasPublished: row.has_published,
        hasDraft: row.has_draft,
      });
      if (!state) return [];
      return [{ subdomain: row.subdomain, host: row.host, name: row.name, state, hasSelfie: row.has_selfie }];
    });
    kept.set(id, { version, funnels });
    return funnels;
  }

  return async (name: ComponentCompanyName): Promise<ComponentConfigAnswer> => {
    const company = await findCompany(deps.db, name);
    const { settings } = company;
    return {
      companyId: company.id,
      version: company.version,
      domains: company.domains,
      config: {
        company: company.handle,
        language: company.language,
        settings,
        theme: settings.theme,
        privacyUrl: settings.privacyUrl,
        funnels: await loadFunnels(company),
      },
    };
  };
}

async function findCompany(db: Knex, name: ComponentCompanyName): Promise<ComponentCompany> {
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
