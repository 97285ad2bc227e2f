/** The part of `localStorage` that is used. Every method may throw: blocked, private mode, full. */
export type RecordStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The browser's storage, or null where reading the property itself is forbidden (blocked cookies, sandboxed frames). */
export function browserStorage(page: { readonly localStorage: Storage }): RecordStorage | null {
  try {
    return page.localStorage;
  } catch {
    return null;
  }
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
 * Replaces the entries of one funnel, keeping those of others as they stand, with fields that this release does not know.
 * When the storage is full, the other funnels' entries make room. Never throws.
 * @returns false when nothing could be written; the old content is then still there.
 */
export function replaceFunnel(
  storage: RecordStorage,
  key: string,
  funnel: string,
  entries: readonly { funnel: string }[],
): boolean {
  const others = readList(storage, key).filter((entry) => isObject(entry) && entry.funnel !== funnel);
  return write(storage, key, [...others, ...entries]) || (others.length > 0 && write(storage, key, entries));
}

function write(storage: RecordStorage, key: string, list: readonly unknown[]): boolean {
  try {
    storage.setItem(key, JSON.stringify(list));
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
