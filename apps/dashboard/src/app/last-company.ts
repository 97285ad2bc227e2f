import type { Schemas } from '../api/client.js';

const STORAGE_KEY = 'svc-last-company';

/** The company that was opened last in this browser. A browser that blocks its storage has none. */
export const lastCompany = {
  get(): string | null {
    try {
      return localStorage.getItem(STORAGE_KEY);
    } catch {
      return null;
    }
  },
  set(handle: string): void {
    try {
      localStorage.setItem(STORAGE_KEY, handle);
    } catch {
      // The next sign-in shows the list.
    }
  },
};

/** Where a user begins: the company that was opened last, or the only one; undefined: a choice is needed. */
export function findFirstCompany({ memberships }: Pick<Schemas['Me'], 'memberships'>, last: string | null) {
  const only = memberships.length === 1 ? memberships[0]?.handle : undefined;
  return memberships.find(({ handle }) => handle === last)?.handle ?? only;
}
