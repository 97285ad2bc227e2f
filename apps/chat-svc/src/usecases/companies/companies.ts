import { runDetached } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import type { CompanyName, CompanyProfile, CompanySource } from './ports.js';

/** How long an answer is good for, milliseconds: changes of a company show within a second. */
const FRESH_MS = 1_000;
const MAX_KEPT = 1_000;

/** Companies by any of their names. Asks for one at most once a second; failures are not kept. */
export interface Companies {
  /** @throws ServiceError NOT_FOUND */
  find(name: CompanyName): Promise<CompanyProfile>;
}

export function createCompanies(source: CompanySource): Companies {
  const known = new LRUCache<string, CompanyProfile>({ max: MAX_KEPT });
  const fresh = new LRUCache<string, { profile: Promise<CompanyProfile>; at: number }>({ max: MAX_KEPT });
  return {
    find(name) {
      const key = JSON.stringify(name);
      const found = fresh.get(key);
      if (found && performance.now() - found.at < FRESH_MS) return found.profile;
      // Several requests wait for it: one that goes away or has little time left must not end it for the others.
      const profile = runDetached(() => source.load(name, known.get(key)));
      fresh.set(key, { profile, at: performance.now() });
      profile.then(
        (loaded) => known.set(key, loaded),
        () => fresh.delete(key),
      );
      return profile;
    },
  };
}
