import { runDetached } from '@svc/kit';
import { LRUCache } from 'lru-cache';

/** Values that are loaded once for all who ask for them meanwhile, bounded by size. */
export interface PromiseCache<T> {
  get(key: string, load: () => Promise<T>): Promise<T>;
  /** Loads again; until that is done the known value is given out. A later call wins, also when it ends earlier. */
  renew(key: string, load: () => Promise<T>): Promise<void>;
  has(key: string): boolean;
  delete(key: string): void;
  keys(): Iterable<string>;
}

interface Entry<T> {
  value: Promise<T>;
}

/**
 * A load that fails is forgotten, so that the next one who asks begins another; it is detached from the request that
 * began it, so that one who gives up does not end it for the others.
 * @param sizeOf - of a loaded value; 1 until it is there.
 */
export function promiseCache<T>(maxSize: number, sizeOf: (value: T) => number): PromiseCache<T> {
  const entries = new LRUCache<string, Entry<T>>({ maxSize });
  const renewals = new Map<string, Promise<T>>();

  function keep(key: string, promise: Promise<T>, value: T): void {
    // A new entry: setting the same object again would leave its size as it was.
    entries.set(key, { value: promise }, { size: Math.max(1, sizeOf(value)) });
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
