import { ServiceError } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import type { Clients } from '../clients.js';
import type { Host } from '../parse/host.js';
import { toFunnelHost } from './funnel-host.js';

/** Whose pages may call a funnel's host. */
export interface CompanyDomains {
  /** Host names of the company's pages; `[]` where nothing is published. Fails with NOT_FOUND for a host that no funnel has. */
  load(host: Host): Promise<readonly string[]>;
  /** What is known without asking. */
  getLoaded(host: Host): readonly string[];
}

/** How long an answer is good for, milliseconds: changes of a company show within a second. */
const FRESH_MS = 1_000;
const MAX_HOSTS = 1_000;

const toKey = (host: Host): string => JSON.stringify(toFunnelHost(host).name);

/** Asks funnel-svc, for one host at most once a second. */
export function createCompanyDomains(clients: Pick<Clients, 'funnelPages'>): CompanyDomains {
  const kept = new LRUCache<string, { domains: readonly string[]; at: number }>({ max: MAX_HOSTS });
  return {
    async load(host) {
      const key = toKey(host);
      const found = kept.get(key);
      if (found && performance.now() - found.at < FRESH_MS) return found.domains;
      const domains = await loadDomains(clients, host);
      kept.set(key, { domains, at: performance.now() });
      return domains;
    },
    getLoaded: (host) => kept.get(toKey(host))?.domains ?? [],
  };
}

async function loadDomains({ funnelPages }: Pick<Clients, 'funnelPages'>, host: Host): Promise<string[]> {
  try {
    const { domains } = await funnelPages.getFunnelPage({ host: toFunnelHost(host), preferredLocales: [] });
    return domains;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'FUNNEL_NOT_PUBLISHED') return [];
    throw error;
  }
}
