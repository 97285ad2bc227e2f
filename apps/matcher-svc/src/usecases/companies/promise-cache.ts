import { runDetached } from '@svc/kit';
import { LRUCache } from 'lru-cache';

/** A cache limited by size in which concurrent requests share one load. */
export interface PromiseCache<T> {
  get(key: string, load: () => Promise<T>): Promise<T>;
  /** Loads a value again; the known value is used until then. If calls overlap, the latest call wins. */
  renew(key: string, load: () => Promise<T>): Promise<void>;
  has(key: string): boolean;
  delete(key: string): void;
  keys(): Iterable<string>;
}

interface Entry<T> {
  value: Promise<T>;
}

/**
 * A failed load is not cached, so the next request loads again. Loads are detached from the request that started them, so that
 * cancelling it does not fail other requests.
 * @param getSize - size of a loaded value; it counts as 1 until it is loaded.
 */
export function createPromiseCache<T>(maxSize: number, getSize: (value: T) => number): PromiseCache<T> {
  const entries = new LRUCache<string, Entry<T>>({ maxSize });
  const renewals = new Map<string, Promise<T>>();

  function keep(key: string, promise: Promise<T>, value: T): void {
    // A new entry: setting the same object again would not update its size.
    entries.set(key, { value: promise }, { size: Math.max(1, getSize(value)) });
  }

  return {
    get(key, load) {
      const known = entries.get(key);
      if (known) return known.value;
      const entry = { value: runDetached(load) };
      entries.set(key, entry, { size: 1 });
      entry.value.then(
        (value) => {
          if (entries.peek(key) === entry) keep(key, entry.value, value);
        },
        () => {
          if (entries.peek(key) === entry) entries.delete(key);
        },
      );
      return entry.value;
    },
    async renew(key, load) {
      const renewal = runDetached(load);
      renewals.set(key, renewal);
      try {
        const value = await renewal;
        if (renewals.get(key) === renewal) keep(key, renewal, value);
      } finally {
        if (renewals.get(key) === renewal) renewals.delete(key);
      }
    },
    has: (key) => entries.has(key),
    delete(key) {
      entries.delete(key);
    },
    keys: () => [...entries.keys()],
  };
}
