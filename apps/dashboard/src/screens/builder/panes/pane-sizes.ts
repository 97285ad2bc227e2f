/** Widths of the outer panes of the builder, in rem; the middle has the rest. */
export interface PaneSizes {
  steps: number;
  preview: number;
}

export type Pane = keyof PaneSizes;

export const PANE_LIMITS = { steps: { min: 10, max: 26 }, preview: { min: 18, max: 44 } } as const;
export const DEFAULT_SIZES: PaneSizes = { steps: 14, preview: 22 };

/** By an arrow key. */
const STEP_REM = 1;

export const clampSize = (pane: Pane, rem: number): number =>
  Math.min(Math.max(Math.round(rem * 4) / 4, PANE_LIMITS[pane].min), PANE_LIMITS[pane].max);

/**
 * The width after a key on the separator of a pane, which is after the steps and before the preview.
 * @returns undefined: the key means nothing here.
 */
export function resizeByKey(pane: Pane, rem: number, key: string): number | undefined {
  const { min, max } = PANE_LIMITS[pane];
  const towardsEnd = pane === 'steps' ? STEP_REM : -STEP_REM;
  if (key === 'ArrowRight') return clampSize(pane, rem + towardsEnd);
  if (key === 'ArrowLeft') return clampSize(pane, rem - towardsEnd);
  if (key === 'Home') return min;
  if (key === 'End') return max;
  return key === 'Enter' ? DEFAULT_SIZES[pane] : undefined;
}

const toKey = (user: string) => `builder panes ${user}`;

/** Sizes that a user chose in this browser; what is stored may be anything. */
export function readSizes(user: string, storage: Pick<Storage, 'getItem'>): PaneSizes {
  try {
    const stored: Partial<Record<Pane, unknown>> = JSON.parse(storage.getItem(toKey(user)) ?? '{}') ?? {};
    const read = (pane: Pane) => {
      const rem = stored[pane];
      return typeof rem === 'number' && Number.isFinite(rem) ? clampSize(pane, rem) : DEFAULT_SIZES[pane];
    };
    return { steps: read('steps'), preview: read('preview') };
  } catch {
    // Broken, or the browser allows no storage.
    return DEFAULT_SIZES;
  }
}

export function storeSizes(user: string, sizes: PaneSizes, storage: Pick<Storage, 'setItem'>): void {
  try {
    storage.setItem(toKey(user), JSON.stringify(sizes));
  } catch {
    // The browser allows no storage: they last as long as the page.
  }
}
