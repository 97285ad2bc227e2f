import type { Runtime } from '../../loader/runtime.js';
import { pageStorage, type RecordStorage } from '../../storage/record-list.js';
import { watchRecords } from '../../storage/watch-records.js';

type Actions = typeof import('../../chunks/actions.js');

let storage: RecordStorage | undefined;

/** The records of this page, watched from the first call on. */
export function getStorage(runtime: Runtime): RecordStorage {
  if (!storage) {
    storage = pageStorage(window);
    watchRecords(window, () => runtime.notify('data'));
  }
  return storage;
}

/** What follows from what a shopper does; null and a warning when its code cannot be loaded. */
export const loadActions = (runtime: Runtime) => runtime.load('actions') as Promise<Actions | null>;
