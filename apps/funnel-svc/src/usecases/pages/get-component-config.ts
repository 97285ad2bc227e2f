import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { ComponentCompany } from '../../db/find-component-company.js';
import { listComponentFunnels } from '../../db/list-component-funnels.js';
import {
  type ComponentConfig,
  type ComponentFunnel,
  getComponentFunnelState,
} from '../../domain/pages/component-config.js';
import { type CompanyName, findNamedCompany } from './find-named-company.js';

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

  return async (name: CompanyName): Promise<ComponentConfigAnswer> => {
    const company = await findNamedCompany(deps.db, name);
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
        chat: settings.chat,
        funnels: await loadFunnels(company),
      },
    };
  };
}
