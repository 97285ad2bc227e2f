import { forCompany, getProcessMetrics, runDetached, ServiceError } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import { readSettings } from '../../db/company-configs.js';
import { readStates } from '../../db/funnel-states.js';
import { type PullDeps, pullCatalog, pullFunnels } from '../follow/pull.js';
import { loadAssortment } from './load-assortment.js';
import { createLoadedCompany, estimateBytes, type LoadedCompany, withSettings } from './loaded-company.js';

/** The compiled companies of this process, limited by bytes. */
export interface Companies {
  /** A company, loaded if necessary. @throws ServiceError MATCHER_FAILURE when its data is unavailable. */
  get(companyId: string): Promise<LoadedCompany>;
  /** Applies stored changes if the company is loaded. After a failure the loaded state is kept. */
  refresh(companyId: string): Promise<void>;
  loadedIds(): string[];
  /** Estimated memory of all loaded companies in bytes. */
  loadedBytes(): number;
  /** Updates the estimated memory of a company after one of its funnels was compiled. */
  recount(company: LoadedCompany): void;
}

export function createCompanies(deps: PullDeps & { cacheBytes: number }): Companies {
  const loaded = new LRUCache<string, LoadedCompany>({
    maxSize: deps.cacheBytes,
    dispose: (_company, _companyId, reason) => {
      if (reason === 'evict') getProcessMetrics()?.count('svc_matcher_evictions_total', {});
    },
  });
  /** The current read of each company. The next read waits for it, so that an older state never replaces a newer one. */
  const reading = new Map<string, Promise<LoadedCompany>>();

  function keep(company: LoadedCompany): LoadedCompany {
    const { companyId } = company;
    const bytes = estimateBytes(company);
    // Setting the same value again would not update its size.
    if (loaded.peek(companyId) === company) loaded.delete(companyId);
    loaded.set(companyId, company, { size: bytes });
    if (!loaded.has(companyId))
      deps.log.warn({ companyId, bytes }, 'a company exceeds MATCHER_CACHE_BYTES and is not cached');
    return company;
  }

  async function read(companyId: string): Promise<LoadedCompany> {
    const before = loaded.peek(companyId);
    const { db } = deps;
    const readAgain = () => forCompany(db, companyId, (trx) => readStates(trx, companyId));
    const states = (await readAgain()) ?? (await loadOrPull('funnels', () => pullFunnels(deps, companyId), readAgain));
    for (;;) {
      const settings = await forCompany(db, companyId, (trx) => readSettings(trx, companyId));
      const usable = before?.taggingDigest === settings.taggingDigest ? before : undefined;
      const load = () => loadAssortment(deps, companyId, { settings, known: usable?.catalogVersion });
      const found = (await load()) ?? (await loadOrPull('catalog', () => pullCatalog(deps, companyId), load));
      if (found === 'outdated') continue;
      if (found !== 'known') return keep(createLoadedCompany(companyId, { settings, states, ...found }));
      return keep(withSettings(usable!, { settings, states }));
    }
  }

  /** Pulls data that is not stored yet. Throws MATCHER_FAILURE instead of returning an empty result. */
  async function loadOrPull<T>(
    what: string,
    pull: () => Promise<void>,
    readAgain: () => Promise<T | null>,
  ): Promise<T> {
    try {
      await pull();
    } catch (cause) {
      throw new ServiceError('MATCHER_FAILURE', `The company's ${what} is currently unavailable. Retry the request.`, {
        cause,
      });
    }
    const found = await readAgain();
    if (found !== null) return found;
    throw new ServiceError('MATCHER_FAILURE', `The company's ${what} is currently unavailable. Retry the request.`);
  }

  /** Reads that start after the current one, shared by all callers until they start. */
  const queued = new Map<string, Promise<LoadedCompany>>();
  function readNext(companyId: string): Promise<LoadedCompany> {
    const running = reading.get(companyId);
    let next = queued.get(companyId);
    // A queued read may not have started although the previous one has ended: never start a second one concurrently.
    if (!running) return next ?? startRead(companyId);
    if (!next) {
      const again = () => {
        queued.delete(companyId);
        return startRead(companyId);
      };
      next = running.then(again, again);
      queued.set(companyId, next);
    }
    return next;
  }

  function startRead(companyId: string): Promise<LoadedCompany> {
    // Detached: other requests may wait for this read, so cancelling the first request must not cancel it.
    const startedAt = performance.now();
    const run = runDetached(() => read(companyId)).finally(() => {
      getProcessMetrics()?.observe('svc_matcher_loads_seconds', (performance.now() - startedAt) / 1_000, {});
      if (reading.get(companyId) === run) reading.delete(companyId);
    });
    reading.set(companyId, run);
    return run;
  }

  return {
    async get(companyId) {
      return loaded.get(companyId) ?? (await (reading.get(companyId) ?? queued.get(companyId) ?? startRead(companyId)));
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
