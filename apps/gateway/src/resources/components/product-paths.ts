import { type Logger, runDetached } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import type { Clients } from '../../clients.js';

/** Beginnings of the paths of a company's product pages; undefined while they cannot be read. */
export type LoadProductPaths = (companyId: string) => Promise<string[] | undefined>;

/** As long as browsers keep the settings that contain them, milliseconds. */
const FRESH_MS = 60_000;
const MAX_COMPANIES = 1_000;

/** Asks catalog-sync, which reads every product for it, at most once a minute for each company. */
export function createProductPaths({ catalog }: Pick<Clients, 'catalog'>, log: Logger): LoadProductPaths {
  const kept = new LRUCache<string, string[]>({
    max: MAX_COMPANIES,
    ttl: FRESH_MS,
    // For all who wait for it: the first one going away does not take the others along.
    fetchMethod: (companyId) => runDetached(async () => (await catalog.listProductPaths({ companyId })).paths),
  });
  return async (companyId) => {
    try {
      return await kept.fetch(companyId);
    } catch (error) {
      log.warn({ err: error }, 'the settings of components are sent without the paths of product pages');
      return undefined;
    }
  };
}
