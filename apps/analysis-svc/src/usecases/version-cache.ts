import type { FunnelVersion } from '@svc/domain';
import { runDetached } from '@svc/kit';
import { LRUCache } from 'lru-cache';

export interface VersionCache {
  get(versionId: string): Promise<FunnelVersion>;
  /** Whether `get` resolves without a call. */
  isLoaded(versionId: string): boolean;
}

/**
 * Caches the most recently used versions. A version never changes, so an entry is never stale. Concurrent requests for one
 * version load it once; a failed load is not cached.
 * @param load - loads a version that is not cached.
 * @param limit - maximum number of versions; the least recently used one is evicted.
 */
export function createVersionCache(load: (versionId: string) => Promise<FunnelVersion>, limit = 500): VersionCache {
  const kept = new LRUCache<string, { version: Promise<FunnelVersion>; isLoaded: boolean }>({ max: limit });
  return {
    get(versionId) {
      const known = kept.get(versionId);
      if (known) return known.version;
      // Detached: other requests may wait for this load, so cancelling the first request must not cancel it.
      const entry = { version: runDetached(() => load(versionId)), isLoaded: false };
      kept.set(versionId, entry);
      entry.version.then(
        () => {
          entry.isLoaded = true;
        },
        () => kept.delete(versionId),
      );
      return entry.version;
    },
    isLoaded: (versionId) => kept.peek(versionId)?.isLoaded ?? false,
  };
}
