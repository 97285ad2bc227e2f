import type { StepType } from '@svc/domain';

/** Dots next to the options of color steps that have no picture. Always with the caption: color is never the only cue. */
const SWATCHES: Partial<Record<StepType, Readonly<Record<string, string>>>> = {
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

/** `#rrggbb`; undefined for options that stand for no color. */
export function swatchColor(type: StepType, key: string): string | undefined {
  const swatches = SWATCHES[type];
  const wanted = key.toUpperCase();
  return swatches && Object.hasOwn(swatches, wanted) ? swatches[wanted] : undefined;
}
