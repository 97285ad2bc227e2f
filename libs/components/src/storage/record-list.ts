/** The part of `localStorage` that is used. Every method may throw: blocked, private mode, full. */
export interface RecordStorage extends Pick<Storage, 'getItem' | 'setItem'> {
  /** Keeps a value that the storage refused, so that it can be read until the page is unloaded. */
  hold?(key: string, value: string): void;
}

/** The browser's storage, or null where reading the property itself is forbidden (blocked cookies, sandboxed frames). */
export function browserStorage(page: { readonly localStorage: Storage }): Storage | null {
  try {
    return page.localStorage;
  } catch {
    return null;
  }
}

/** The browser's storage, with memory for what it refuses: a shopper without storage has results until the page is unloaded. */
export function pageStorage(page: { readonly localStorage: Storage }): RecordStorage {
  const held = new Map<string, string>();
  const storage = browserStorage(page);
  return {
    getItem: (key) => held.get(key) ?? storage?.getItem(key) ?? null,
    setItem(key, value) {
      if (!storage) throw new Error('The browser blocks storage.');
      storage.setItem(key, value);
      held.delete(key);
    },
    hold: (key, value) => void held.set(key, value),
  };
}

/** The entries under a key as they stand; `[]` when there are none, or something else than a JSON array. Never throws. */
export function readList(storage: RecordStorage, key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/**
 * Writes all entries under a key. When the storage is full, the entries of other funnels make room. Never throws.
 * @returns false when nothing could be written; the old content is then still there.
 */
export function writeList(storage: RecordStorage, key: string, list: readonly unknown[], funnel?: string): boolean {
  const text = JSON.stringify(list);
  const needed = list.filter((entry) => isObject(entry) && entry.funnel === funnel);
  if (write(storage, key, text) || (funnel && write(storage, key, JSON.stringify(needed)))) return true;
  storage.hold?.(key, text);
  return false;
}

function write(storage: RecordStorage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value when it is a string that is not empty. */
export const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
