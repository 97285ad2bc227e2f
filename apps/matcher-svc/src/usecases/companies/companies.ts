import { createRunsPerKey, forCompany, getProcessMetrics, runDetached, ServiceError } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import { readSettings } from '../../db/company-configs.js';
import { readStates } from '../../db/funnel-states.js';
import { type PullDeps, pullCatalog, pullFunnels } from '../follow/pull.js';
import { compileArms } from './compile-arms.js';
import { createTaggedCompiler } from './compile-tagged.js';
import { loadAssortment } from './load-assortment.js';
import { createLoadedCompany, estimateBytes, type LoadedCompany, withSettings } from './loaded-company.js';
import { measurePublications } from './measure-publications.js';

/** The compiled companies of this process, limited by bytes. */
export interface Companies {
  /** A company, loaded if necessary. @throws ServiceError MATCHER_FAILURE when its data is unavailable. */
  get(companyId: string): Promise<LoadedCompany>;
  /** Applies stored changes if the company is loaded. After a failure the loaded state is kept. */
  refresh(companyId: string): Promise<void>;
  loadedIds(): string[];
  /** Those that are loaded, and those that are being read and may not have seen the newest changes. */
  heldIds(): string[];
  /** Estimated memory of all loaded companies in bytes. */
  loadedBytes(): number;
  /** Updates the estimated memory of a company after one of its funnels was compiled. */
  recount(company: LoadedCompany): void;
}

export function createCompanies(deps: PullDeps & { cacheBytes: number }): Companies {
  const compileTagged = createTaggedCompiler(deps);
  const loaded = new LRUCache<string, LoadedCompany>({
    maxSize: deps.cacheBytes,
    dispose: (_company, _companyId, reason) => {
      if (reason === 'evict') getProcessMetrics()?.count('svc_matcher_evictions_total', {});
    },
  });

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
      const common =
        found === 'known'
          ? withSettings(usable!, { settings, states })
          : createLoadedCompany(companyId, { settings, states, ...found });
      const arms = await compileArms({ compileTagged, log: deps.log }, common);
      if (!arms) continue;
      const company = { ...common, arms };
      keep(company);
      if (before) measurePublications(before.states, states);
      return company;
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

  const reading = new Set<string>();

  /**
   * One read of a company at a time, so that an older state never replaces a newer one. Detached: other requests may wait for a
   * read, so cancelling the first request must not cancel it.
   */
  const reads = createRunsPerKey(async (companyId) => {
    const startedAt = performance.now();
    reading.add(companyId);
    try {
      return await runDetached(() => read(companyId));
    } finally {
      reading.delete(companyId);
      getProcessMetrics()?.observe('svc_matcher_loads_seconds', (performance.now() - startedAt) / 1_000, {});
    }
  });

  return {
    async get(companyId) {
      return loaded.get(companyId) ?? (await (reads.getCurrent(companyId) ?? reads.runNext(companyId)));
    },
    async refresh(companyId) {
      if (loaded.has(companyId) || reads.getCurrent(companyId)) await reads.runNext(companyId);
    },
    loadedIds: () => [...loaded.keys()],
    heldIds: () => [...new Set([...loaded.keys(), ...reading])],
    loadedBytes: () => loaded.calculatedSize,
    recount(company) {
      if (loaded.peek(company.companyId) === company) keep(company);
    },
  };
}
