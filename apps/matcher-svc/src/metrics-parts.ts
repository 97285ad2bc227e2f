import { readBeforeScrape, type Slots } from '@svc/kit';
import type { Companies } from './usecases/companies/companies.js';
import type { Rankings } from './usecases/match/ranking-cache.js';

/** Shows what this replica holds in memory and what it is working on. @returns the function that ends that. docs/metrics.md. */
export function showInMetrics(parts: {
  companies: Pick<Companies, 'loadedIds' | 'loadedBytes'>;
  rankings: Pick<Rankings, 'bytes'>;
  checks: Pick<Slots, 'taken'>;
  replays: Pick<Slots, 'taken'>;
}): () => void {
  const { companies, rankings, checks, replays } = parts;
  return readBeforeScrape((metrics) => {
    metrics.set('svc_matcher_companies', companies.loadedIds().length, {});
    metrics.set('svc_matcher_cache_bytes', companies.loadedBytes(), { kind: 'companies' });
    metrics.set('svc_matcher_cache_bytes', rankings.bytes(), { kind: 'rankings' });
    metrics.set('svc_checks_running', checks.taken, {});
    metrics.set('svc_replays_running', replays.taken, {});
  });
}
