import { type FunnelTest, keepsVisitors } from '@svc/domain';
import { type Clock, forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { ComponentCompany } from '../../db/find-component-company.js';
import { findHoldout } from '../../db/holdouts.js';
import { listComponentFunnels } from '../../db/list-component-funnels.js';
import {
  type ComponentConfig,
  type ComponentFunnel,
  getComponentFunnelState,
  type Holdout,
} from '../../domain/pages/component-config.js';
import { type CompanyName, findNamedCompany } from './find-named-company.js';

export interface ComponentConfigAnswer {
  companyId: string;
  version: string;
  domains: string[];
  config: ComponentConfig;
}

/** What is kept by the version of the company. */
interface Parts {
  funnels: ComponentFunnel[];
  holdout: FunnelTest | undefined;
}

/** Companies whose funnels one process keeps. */
const MAX_COMPANIES = 1_000;

/**
 * What a company decides about the components on its shop pages. What is in force is read on every call; funnels, whose steps have
 * to be read, are kept by the version of the company.
 * @throws ServiceError NOT_FOUND.
 */
export function getComponentConfig(deps: { db: Knex; clock: Clock }) {
  const kept = new LRUCache<string, Parts & { version: string }>({ max: MAX_COMPANIES });

  async function loadParts({ id, version }: ComponentCompany): Promise<Parts> {
    const found = kept.get(id);
    if (found?.version === version) return found;
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
    const holdout = await forCompany(deps.db, id, (trx) => findHoldout(trx, id));
    kept.set(id, { version, funnels, holdout });
    return { funnels, holdout };
  }

  return async (name: CompanyName): Promise<ComponentConfigAnswer> => {
    const company = await findNamedCompany(deps.db, name);
    const { settings } = company;
    const { funnels, holdout } = await loadParts(company);
    const areVisitorsKept = keepsVisitors(settings.tracking);
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
        funnels,
        keepsVisitors: areVisitorsKept,
        holdout: areVisitorsKept && holdout ? toHoldout(holdout, deps.clock.now()) : null,
      },
    };
  };
}

const toHoldout = ({ id, salt, arms, countsFrom }: FunnelTest, now: Date): Holdout => ({
  ...{ experimentId: id, salt, weights: arms.map(({ weight }) => weight) },
  isDry: now < new Date(countsFrom),
});
