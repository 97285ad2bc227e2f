import { isStorable } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { type ComponentCompany, findCompanyById } from '../../db/find-component-company.js';
import { listChatFunnels } from '../../db/list-chat-funnels.js';
import { type ChatCompany, findDefaultFunnel, listChatCaptions } from '../../domain/pages/chat-company.js';
import { type CompanyName, findNamedCompany } from './find-named-company.js';

export interface ChatCompanyAnswer {
  companyId: string;
  version: string;
  /** Absent: the caller has this version. */
  company?: ChatCompany;
}

/** Companies whose funnels one process keeps. */
const MAX_COMPANIES = 500;

/**
 * What the chat needs of a company. Companies are read on every call; funnels and captions, for which all published steps have to be
 * read, are kept by the version of the company.
 * @throws ServiceError NOT_FOUND.
 */
export function getChatCompany(deps: { db: Knex }) {
  type Funnels = Pick<ChatCompany, 'funnels' | 'captions'>;
  const kept = new LRUCache<string, Funnels & { version: string }>({ max: MAX_COMPANIES });

  async function loadFunnels({ id, version, language }: ComponentCompany): Promise<Funnels> {
    const found = kept.get(id);
    if (found?.version === version) return found;
    const rows = await listChatFunnels(deps.db, id);
    const loaded = {
      version,
      funnels: rows.map(({ steps, paused, ...funnel }) => ({ ...funnel, isOpen: steps !== null && !paused })),
      captions: listChatCaptions(
        rows.flatMap(({ steps }) => steps ?? []),
        language,
      ),
    };
    kept.set(id, loaded);
    return loaded;
  }

  return async (
    name: CompanyName | { companyId: string },
    knownVersion: string | undefined,
  ): Promise<ChatCompanyAnswer> => {
    const company =
      'companyId' in name ? await loadCompany(deps.db, name.companyId) : await findNamedCompany(deps.db, name);
    const { id: companyId, version, handle, language, domains, settings } = company;
    if (version === knownVersion) return { companyId, version };
    const { funnels, captions } = await loadFunnels(company);
    const defaultFunnelId = findDefaultFunnel(funnels, settings.defaultFunnel);
    return {
      companyId,
      version,
      company: { handle, language, domains, settings, defaultFunnelId, funnels, captions },
    };
  };
}

async function loadCompany(db: Knex, companyId: string): Promise<ComponentCompany> {
  const found = isStorable(companyId) ? await findCompanyById(db, companyId) : undefined;
  if (!found) throw new ServiceError('NOT_FOUND', 'No company has this id.');
  return found;
}
