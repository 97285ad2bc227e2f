import type { FunnelVersion } from '@svc/domain';
import { runDetached } from '@svc/kit';
import { LRUCache } from 'lru-cache';

export interface VersionCache {
  get(versionId: string): Promise<FunnelVersion>;
}

/**
 * Keeps the versions used last. A version never changes, so an entry is never wrong; simultaneous requests for one
 * version load it once, and a failed load is not kept.
 * @param load - fetches a version that is not kept.
 * @param limit - versions kept; the one not used for longest goes first.
 */
export function createVersionCache(load: (versionId: string) => Promise<FunnelVersion>, limit = 500): VersionCache {
  const kept = new LRUCache<string, Promise<FunnelVersion>>({ max: limit });
  return {
    get(versionId) {
      const known = kept.get(versionId);
      if (known) return known;
      // Others wait for it too: the request that came first must not cancel it for them.
      const loading = runDetached(() => load(versionId));
      kept.set(versionId, loading);
      loading.catch(() => kept.delete(versionId));
      return loading;
    },
  };
}
