import { normalizeKey, readSwatches } from '@svc/domain';
import { changeStep } from '../../../shared/edit/model/change-steps.js';
import type { Step } from '../../../shared/edit/model/steps.js';

/** The color that the merchant has chosen for an option. */
export const getSwatch = (step: Step, key: string): string | undefined => readSwatches(step).get(normalizeKey(key));

/** Chooses the color of an option. @param color - `#rrggbb`; empty: none. */
export function setSwatch(steps: readonly Step[], id: number, key: string, color: string): Step[] {
  const step = steps.find((each) => each.id === id);
  if (!step) return [...steps];
  const swatches = Object.fromEntries(Object.entries(toSwatches(step)).filter(([name]) => !isSame(name, key)));
  return withSwatches(steps, step, color === '' ? swatches : { ...swatches, [key]: color });
}

/** The colors of options whose keys have changed, and none of options that are gone. @param renamed - by the former key, normalized. */
export function carrySwatches(steps: readonly Step[], id: number, renamed: ReadonlyMap<string, string>): Step[] {
  const step = steps.find((each) => each.id === id);
  if (!step?.settings.swatches) return [...steps];
  const before = toSwatches(step);
  const after: Record<string, unknown> = {};
  for (const [name, color] of Object.entries(before)) {
    const key = renamed.get(normalizeKey(name)) ?? name;
    if (step.selections.some((option) => isSame(option.key, key))) after[key] = color;
  }
  const isChanged = Object.keys(before).join('\n') !== Object.keys(after).join('\n');
  return isChanged ? withSwatches(steps, step, after) : [...steps];
}

const isSame = (a: string, b: string): boolean => normalizeKey(a) === normalizeKey(b);

function toSwatches({ settings: { swatches } }: Step): Record<string, unknown> {
  return typeof swatches === 'object' && swatches !== null ? { ...swatches } : {};
}

function withSwatches(steps: readonly Step[], { id, settings }: Step, swatches: Record<string, unknown>): Step[] {
  const { swatches: _, ...others } = settings;
  const isEmpty = Object.keys(swatches).length === 0;
  return changeStep(steps, id, { settings: isEmpty ? others : { ...others, swatches } });
}
