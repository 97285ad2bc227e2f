import type { FunnelVersion } from '@svc/domain';
import { runDetached } from '@svc/kit';

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
  const kept = new Map<string, Promise<FunnelVersion>>();

  function loadAndKeep(versionId: string): Promise<FunnelVersion> {
    // Others wait for it too: the request that came first must not cancel it for them.
    const loading = runDetached(() => load(versionId));
    loading.catch(() => kept.delete(versionId));
    return loading;
  }

  return {
    get(versionId) {
      const version = kept.get(versionId) ?? loadAndKeep(versionId);
      // A Map iterates in the order of insertion: putting the entry back makes it the newest.
      kept.delete(versionId);
      kept.set(versionId, version);
      if (kept.size > limit) kept.delete(kept.keys().next().value as string);
      return version;
    },
  };
}
