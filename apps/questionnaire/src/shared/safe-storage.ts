/** A browser storage that never throws: blocked, private or full, it remembers for as long as the page lives. */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * @param kind - `sessionStorage` ends with the tab, `localStorage` stays. Reading the property itself may be forbidden, as in
 *   frames whose browser blocks the storage of other sites.
 */
export function safeStorage(
  page: { readonly sessionStorage: Storage; readonly localStorage: Storage },
  kind: 'sessionStorage' | 'localStorage',
): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(page[kind]);
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    set(key, value) {
      const written = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (written) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** The JSON under a key; undefined when there is none, or something else than JSON. */
export function readJson(storage: SafeStorage, key: string): unknown {
  try {
    return JSON.parse(storage.get(key) ?? '');
  } catch {
    return undefined;
  }
}
