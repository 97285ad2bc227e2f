import { createStore, del, get, set } from 'idb-keyval';

const store = createStore('svc-unsaved', 'changes');

/** Changes that a user has made and the service does not have. They stay in the browser over a reload and offline. */
export interface Unsaved<T> {
  read(): Promise<T | undefined>;
  /** @param changes - undefined: the service has all of them. */
  write(changes: T | undefined): Promise<void>;
}

/** @param key - names the user, since others of the same browser have other changes. Rejects where the browser blocks its storage. */
export const openUnsaved = <T>(key: string): Unsaved<T> => ({
  read: async () => get<T>(key, store),
  write: async (changes) => (changes === undefined ? del(key, store) : set(key, changes, store)),
});
