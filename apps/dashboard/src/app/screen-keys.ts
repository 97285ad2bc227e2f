import { useEffect } from 'react';
import type { TextKey } from '../i18n/areas.js';

/** Keys of one screen, as the list of keys shows them. */
export interface ScreenKey {
  keys: readonly string[];
  label: TextKey;
}

const NONE: readonly ScreenKey[] = [];
let current = NONE;
const listeners = new Set<() => void>();

function set(next: readonly ScreenKey[]): void {
  current = next;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export const screenKeys = {
  get: () => current,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Lists the keys of a screen under `?` while the screen is shown. @param keys - the same array in each rendering. */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  useEffect(() => {
    set(keys);
    return () => set(NONE);
  }, [keys]);
}
