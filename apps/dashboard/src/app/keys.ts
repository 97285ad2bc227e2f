/** What a key does everywhere. docs/dashboard.md Y5.5. */
export type KeyCommand =
  | 'SEARCH'
  | 'HELP'
  | 'SAVE'
  | { goTo: 'FUNNELS' | 'PRODUCTS' | 'INSIGHT' | 'IMPORTS' | 'SETTINGS' | 'OVERVIEW' };

/** After `g`. */
const GO_TO = {
  o: { goTo: 'OVERVIEW' },
  f: { goTo: 'FUNNELS' },
  p: { goTo: 'PRODUCTS' },
  i: { goTo: 'INSIGHT' },
  m: { goTo: 'IMPORTS' },
  s: { goTo: 'SETTINGS' },
} as const satisfies Record<string, KeyCommand>;

/** The second letter must follow within this time. */
const SEQUENCE_MS = 1_500;

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * Reads keys one after the other.
 * @returns a function of a key and whether single letters mean something there: not while the user types, and not where they are switched off.
 */
export function createKeyReader() {
  let prefixAt = Number.NEGATIVE_INFINITY;
  return ({ key, ctrlKey, metaKey, altKey }: Pressed, allowsLetters: boolean, now: number): KeyCommand | undefined => {
    const follows = now - prefixAt < SEQUENCE_MS;
    // A modifier alone is no key of a sequence: `?` needs Shift on most keyboards.
    if (!['Shift', 'Control', 'Meta', 'Alt'].includes(key)) prefixAt = Number.NEGATIVE_INFINITY;
    if ((ctrlKey || metaKey) && !altKey) {
      if (key.toLowerCase() === 'k') return 'SEARCH';
      return key.toLowerCase() === 's' ? 'SAVE' : undefined;
    }
    if (ctrlKey || metaKey || altKey || !allowsLetters) return undefined;
    if (follows && key in GO_TO) return GO_TO[key as keyof typeof GO_TO];
    if (key === 'g') prefixAt = now;
    return key === '?' ? 'HELP' : undefined;
  };
}

const STORAGE_KEY = 'svc-single-keys';

/** Keys without Control can be switched off (WCAG 2.1.4), in this browser. A browser that blocks its storage has them on. */
export const singleKeys = {
  get(): boolean {
    try {
      return localStorage.getItem(STORAGE_KEY) !== 'off';
    } catch {
      return true;
    }
  },
  set(isOn: boolean): void {
    try {
      if (isOn) localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, 'off');
    } catch {
      // The choice holds for as long as the storage does.
    }
  },
};
