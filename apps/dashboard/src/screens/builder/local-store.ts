import type { Kept, LocalStore } from './model/edit-session.js';

const DATABASE = 'svc-edits';
const STORE = 'edits';

/** Edits that this browser keeps, each under the name of its user and funnel. They hold no personal data of shoppers. */
export const createLocalStore = (name: string): LocalStore => ({
  read: () => run<Kept | undefined>('readonly', (store) => store.get(name)),
  write: async (kept) => {
    // A state that the service has is not kept: it would be older in the next tab.
    if (kept.isDirty || kept.history.done.length > 0 || kept.history.undone.length > 0)
      await run('readwrite', (store) => store.put(kept, name));
    else await run('readwrite', (store) => store.delete(name));
  },
});

async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await open();
  try {
    return await toPromise<T>(ask(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
  return toPromise(request);
}

const toPromise = <T>(request: IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
