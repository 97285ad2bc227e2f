import { forCompany, runDetached, ServiceError } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import { readSettings } from '../../db/company-configs.js';
import { readStates } from '../../db/funnel-states.js';
import { type PullDeps, pullCatalog, pullFunnels } from '../follow/pull.js';
import { loadAssortment } from './load-assortment.js';
import { bytesOf, type LoadedCompany, loadedCompany, withSettings } from './loaded-company.js';

/** The companies that this process matches for, compiled, bounded by bytes. */
export interface Companies {
  /** The company as it is loaded, or as it is loaded now. @throws ServiceError MATCHER_FAILURE without its data. */
  get(companyId: string): Promise<LoadedCompany>;
  /** Takes over what the schema holds by now, if the company is loaded. A failure leaves the loaded state in force. */
  refresh(companyId: string): Promise<void>;
  loadedIds(): string[];
  /** Counted bytes of what is loaded. */
  loadedBytes(): number;
  /** Counts the memory of a company again, after a funnel of it was compiled. */
  recount(company: LoadedCompany): void;
}

export function companies(deps: PullDeps & { cacheBytes: number }): Companies {
  const loaded = new LRUCache<string, LoadedCompany>({ maxSize: deps.cacheBytes });
  /** The last read of each company. The next one waits for it, so that an older state never replaces a newer one. */
  const reading = new Map<string, Promise<LoadedCompany>>();

  function keep(company: LoadedCompany): LoadedCompany {
    const { companyId } = company;
    const bytes = bytesOf(company);
    // Setting what is there already would not count it again.
    if (loaded.peek(companyId) === company) loaded.delete(companyId);
    loaded.set(companyId, company, { size: bytes });
    if (!loaded.has(companyId)) deps.log.warn({ companyId, bytes }, 'a company is larger than MATCHER_CACHE_BYTES');
    return company;
  }

  async function read(companyId: string): Promise<LoadedCompany> {
    const before = loaded.peek(companyId);
    const { knex } = deps;
    const readAgain = () => forCompany(knex, companyId, (db) => readStates(db, companyId));
    const states = (await readAgain()) ?? (await pulled('funnels', () => pullFunnels(deps, companyId), readAgain));
    for (;;) {
      const settings = await forCompany(knex, companyId, (db) => readSettings(db, companyId));
      const usable = before?.taggingDigest === settings.taggingDigest ? before : undefined;
      const load = () => loadAssortment(deps, companyId, { settings, known: usable?.catalogVersion });
      const found = (await load()) ?? (await pulled('catalogue', () => pullCatalog(deps, companyId), load));
      if (found === 'outdated') continue;
      if (found !== 'known') return keep(loadedCompany(companyId, { settings, states, ...found }));
      return keep(withSettings(usable!, { settings, states }));
    }
  }

  /** Pulls what the schema does not have. Never an empty answer instead: MATCHER_FAILURE. */
  async function pulled<T>(what: string, pull: () => Promise<void>, readAgain: () => Promise<T | null>): Promise<T> {
    try {
      await pull();
    } catch (cause) {
      throw new ServiceError('MATCHER_FAILURE', `The company's ${what} cannot be read now.`, { cause });
    }
    const found = await readAgain();
    if (found !== null) return found;
    throw new ServiceError('MATCHER_FAILURE', `The company's ${what} cannot be read now.`);
  }

  /** Reads after the read that may be running, shared by all who ask before it begins. */
  const queued = new Map<string, Promise<LoadedCompany>>();
  function readNext(companyId: string): Promise<LoadedCompany> {
    const running = reading.get(companyId);
    let next = queued.get(companyId);
    // A queued read may not have begun although the one before it has ended: never begin a second one beside it.
    if (!running) return next ?? begin(companyId);
    if (!next) {
      const again = () => {
        queued.delete(companyId);
        return begin(companyId);
      };
      next = running.then(again, again);
      queued.set(companyId, next);
    }
    return next;
  }

  function begin(companyId: string): Promise<LoadedCompany> {
    // Others wait for it too: the request that came first must not cancel it for them.
    const run = runDetached(() => read(companyId)).finally(() => {
      if (reading.get(companyId) === run) reading.delete(companyId);
    });
    reading.set(companyId, run);
    return run;
  }

  return {
    async get(companyId) {
      return loaded.get(companyId) ?? (await (reading.get(companyId) ?? queued.get(companyId) ?? begin(companyId)));
    },
    async refresh(companyId) {
      if (loaded.has(companyId) || reading.has(companyId)) await readNext(companyId);
    },
    loadedIds: () => [...loaded.keys()],
    loadedBytes: () => loaded.calculatedSize,
    recount(company) {
      if (loaded.peek(company.companyId) === company) keep(company);
    },
  };
}
