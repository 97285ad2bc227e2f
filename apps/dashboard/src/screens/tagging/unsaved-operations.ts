import type { TaggingOperation } from './grid-model.js';

const DATABASE = 'svc-dashboard';
const STORE = 'unsaved-tags';

/** Changes of tags that a user has made in a company and that are not saved. They stay in the browser over a reload and offline. */
export interface UnsavedOperations {
  read(): Promise<TaggingOperation[]>;
  write(operations: readonly TaggingOperation[]): Promise<void>;
}

/** @param user - another user of the same browser has other changes. */
export function openUnsavedOperations(user: string, company: string): UnsavedOperations {
  const key = `${user} ${company}`;
  const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const database = await open();
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('The browser aborted the transaction.'));
      });
      return request.result;
    } finally {
      database.close();
    }
  };
  return {
    async read() {
      return ((await run('readonly', (store) => store.get(key))) as TaggingOperation[] | undefined) ?? [];
    },
    async write(operations) {
      if (operations.length === 0) await run('readwrite', (store) => store.delete(key));
      else await run('readwrite', (store) => store.put([...operations], key));
    },
  };
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser cannot open its storage.'));
  });
