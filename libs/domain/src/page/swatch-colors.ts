import { normalizeKey } from '../answers/option-keys.js';
import { isHexColor } from '../checks/check-catalog.js';
import { readsSetting, type StepType } from '../funnel/step-types.js';
import type { Step } from '../funnel/steps.js';

/** Colors of built-in options, where the merchant has chosen none. */
const BUILT_IN: Partial<Record<StepType, Readonly<Record<string, string>>>> = {
  HAIR_COLOR: {
    VERY_LIGHT: '#ead9b5',
    LIGHT: '#d8bc85',
    MEDIUM_BLONDE: '#b48f57',
    RED_BLONDE: '#cf8e56',
    RED: '#a5482a',
    MID_BROWN: '#7b5438',
    BROWN: '#4b3325',
    BLACK: '#1d1918',
  },
  EYE_COLOR: {
    BLUE: '#6f9bbf',
    GREY: '#8f9aa1',
    GREEN: '#728f5f',
    GREEN_BROWN: '#8b7a45',
    AMBER: '#b57f33',
    BROWN: '#73492b',
    DARK_BROWN: '#3f281b',
  },
  SKIN_COLOR: { FAIR: '#f6e0d2', LIGHT: '#ebc8ae', MEDIUM: '#cf9f7b', MEDIUM_DEEP: '#9a6642', DEEP: '#5d3a26' },
  SKIN_UNDERTONE: { COOL: '#e6c3c4', NEUTRAL: '#e3c6af', WARM: '#e6c693' },
};

/** The color of a built-in option, `#rrggbb`; undefined for options that stand for no color. */
export function builtInSwatch(type: StepType, key: string): string | undefined {
  const swatches = BUILT_IN[type];
  const wanted = key.toUpperCase();
  return swatches && Object.hasOwn(swatches, wanted) ? swatches[wanted] : undefined;
}

/**
 * Colors that the merchant has chosen for options, `#rrggbb` by normalized option key. What cannot be read is left out: versions that were
 * stored before swatches were checked may hold anything.
 */
export function readSwatches({ type, settings }: Pick<Step, 'type' | 'settings'>): ReadonlyMap<string, string> {
  const { swatches } = settings;
  if (!readsSetting(type, 'swatches') || typeof swatches !== 'object' || swatches === null) return new Map();
  const found = Object.entries(swatches).flatMap(([key, color]): [string, string][] =>
    typeof color === 'string' && isHexColor(color) ? [[normalizeKey(key), color.toLowerCase()]] : [],
  );
  return new Map(found);
}
