/**
 * Every number behind a color type. The tables are those of docs/color-method.md A2 and A3; each comment names its rule there and
 * its source: measured data, or an engineering default tuned to practitioners' descriptions. No table is the mean of
 * measured people, so none of them may be presented to shoppers as science.
 */
import type {
  COLOR_SEASONS,
  COLOR_TYPES,
  ColorTaxonomy,
  EyeColor,
  HairColor,
  SkinColor,
  SkinUndertone,
} from '@svc/domain';

export type Feature = 'hair' | 'eye' | 'skin' | 'undertone';
export type Axis = 'temperature' | 'value' | 'clarity';

/** L* (CIELAB, D65/2°) of each answer. docs/color-method.md A2. */
export const LIGHTNESS = {
  // Data: medians of 3,462 retail foundation swatches whose description names depth and undertone. Swatches are lighter
  // than skin under a spectrophotometer; only their order and spacing matter.
  skin: { FAIR: 82.5, LIGHT: 78.0, MEDIUM: 72.5, MEDIUM_DEEP: 65.8, DEEP: 46.0 } satisfies Record<SkinColor, number>,
  // BLACK and BROWN: measured tresses. The others: medians of public color lists.
  hair: {
    VERY_LIGHT: 82,
    LIGHT: 71,
    MEDIUM_BLONDE: 58,
    RED_BLONDE: 60,
    RED: 40,
    MID_BROWN: 40,
    BROWN: 27,
    BLACK: 17,
  } satisfies Record<HairColor, number>,
  // Medians of public color lists: no table of measured irises was available.
  eye: {
    BLUE: 55,
    GREY: 56,
    GREEN: 50,
    GREEN_BROWN: 45,
    AMBER: 50,
    BROWN: 33,
    DARK_BROWN: 20,
  } satisfies Record<EyeColor, number>,
};

/**
 * Temperature of each answer, -1 cool to +1 warm (A2.5). Signs from practitioners' descriptions, sizes searched so that
 * 34 of their examples come out and every season has at least 55 of the 840 complete answers. So is CLARITY.
 */
export const TEMPERATURE = {
  hair: {
    VERY_LIGHT: -0.25,
    LIGHT: 0.15,
    MEDIUM_BLONDE: 0,
    RED_BLONDE: 0.9,
    RED: 1.0,
    MID_BROWN: 0.1,
    BROWN: 0.1,
    BLACK: -0.5,
  } satisfies Record<HairColor, number>,
  eye: {
    BLUE: -0.6,
    GREY: -0.8,
    GREEN: 0.3,
    GREEN_BROWN: 0.5,
    AMBER: 1.0,
    BROWN: 0.3,
    DARK_BROWN: -0.2,
  } satisfies Record<EyeColor, number>,
  undertone: { COOL: -1, NEUTRAL: 0, WARM: 1 } satisfies Record<SkinUndertone, number>,
};

/** Clarity of each answer by itself, -1 muted to +1 clear. docs/color-method.md A2.5. */
export const CLARITY = {
  hair: {
    VERY_LIGHT: 0.2,
    LIGHT: 0.1,
    MEDIUM_BLONDE: -0.7,
    RED_BLONDE: 0.4,
    RED: -0.3,
    MID_BROWN: -0.6,
    BROWN: 0.1,
    BLACK: 0.3,
  } satisfies Record<HairColor, number>,
  eye: {
    BLUE: 0.8,
    GREY: -0.7,
    GREEN: 0.7,
    GREEN_BROWN: -0.7,
    AMBER: -0.1,
    BROWN: -0.3,
    DARK_BROWN: -0.1,
  } satisfies Record<EyeColor, number>,
};

/** Weights of the parts of each axis; those of an axis add up to 1. docs/color-method.md A3.1. */
export const WEIGHTS = {
  temperature: { undertone: 0.6, hair: 0.25, eye: 0.15 },
  value: { skin: 0.3, hair: 0.4, eye: 0.3 },
  clarity: { contrast: 0.35, eye: 0.35, hair: 0.3 },
} as const;

/** Where each feature's L* is neutral, and how far from there it counts fully. docs/color-method.md A3.1. */
export const VALUE_RANGE = {
  skin: { center: 70, spread: 14 },
  hair: { center: 47, spread: 28 },
  eye: { center: 43, spread: 17 },
} as const;

/** The contrast of skin with hair and eye. docs/color-method.md A3.2. */
export const CONTRAST = {
  weights: { hair: 0.7, eye: 0.3 },
  /** L*(FAIR) - 15: the largest possible difference. */
  widest: 67.5,
  /** The darkest feature that skin can contrast with, and the smallest range left for dark skin, so that deep skin is not penalized. */
  darkest: 15,
  leastRoom: 20,
  center: 0.5,
  spread: 0.5,
} as const;

/** Bound of a part before its weight. docs/color-method.md A3. */
export const CLAMP = 1.3;

/** `axis(x, E, offset, scale)`: gives the three axes a similar spread. docs/color-method.md A3.3. */
export const AXIS_SCALE = {
  temperature: { offset: 0, scale: 0.9 },
  value: { offset: 0.05, scale: 1.0 },
  clarity: { offset: -0.05, scale: 1.5 },
} as const;
/** Evidence below which an axis fades out. docs/color-method.md A3.3. */
export const FULL_EVIDENCE = 0.5;

/** Weight of each answered feature in the evidence of the whole. docs/color-method.md A3.5. */
export const EVIDENCE = { hair: 0.35, eye: 0.15, skin: 0.2, undertone: 0.3 } as const satisfies Record<Feature, number>;

/** Bounds of the three reasons for no color type. docs/color-method.md A3.6. */
export const NULL_BOUNDS = { evidence: 0.5, temperatureEvidence: 0.4, temperature: 0.1, length: 0.05 } as const;

/** Sharpness of the scores, and where the confidence is full. docs/color-method.md A3.4, A3.5. */
export const SHARPNESS = 8;
export const CONFIDENT = { length: 0.5, lead: 0.15 } as const;

export type Direction = readonly [temperature: number, value: number, clarity: number];
/**
 * Directions of the twelve seasons before normalization; the first one wins a tie (A3.4). The mean directions of
 * three public palettes, computed independently, have cosines of 0.78 (TRUE_AUTUMN) to 0.99 to them.
 */
const SEASONS: Record<(typeof COLOR_TYPES)[number], Direction> = {
  LIGHT_SPRING: [0.45, 0.85, 0.15],
  TRUE_SPRING: [0.85, 0.35, 0.35],
  BRIGHT_SPRING: [0.45, 0.15, 0.85],
  LIGHT_SUMMER: [-0.45, 0.85, -0.15],
  TRUE_SUMMER: [-0.85, 0.35, -0.35],
  SOFT_SUMMER: [-0.45, 0.15, -0.85],
  SOFT_AUTUMN: [0.45, -0.15, -0.85],
  TRUE_AUTUMN: [0.85, -0.35, -0.35],
  DEEP_AUTUMN: [0.45, -0.85, -0.15],
  DEEP_WINTER: [-0.45, -0.85, 0.15],
  TRUE_WINTER: [-0.85, -0.35, 0.35],
  BRIGHT_WINTER: [-0.45, -0.15, 0.85],
};

/** A division of the directions into color types: an analysis gets the type that has the nearest direction. */
export interface Taxonomy {
  /** Changes whenever a number in this file, the formula or the division changes; stored with every result. */
  mappingVersion: string;
  /** In the fixed order that decides ties. */
  types: Readonly<Record<string, readonly Direction[]>>;
}

/**
 * The taxonomies that a company chooses from. The four seasons are regions of the same three axes, each the union of its
 * three regions: so a SEASONS_4 type is always the season of the SEASONS_12 type. ADR 22.
 */
export const TAXONOMIES: Readonly<Record<ColorTaxonomy, Taxonomy>> = {
  SEASONS_12: {
    mappingVersion: 'seasons-12/1',
    types: Object.fromEntries(Object.entries(SEASONS).map(([type, direction]) => [type, [direction]])),
  },
  SEASONS_4: {
    mappingVersion: 'seasons-4/1',
    types: {
      SPRING: [SEASONS.LIGHT_SPRING, SEASONS.TRUE_SPRING, SEASONS.BRIGHT_SPRING],
      SUMMER: [SEASONS.LIGHT_SUMMER, SEASONS.TRUE_SUMMER, SEASONS.SOFT_SUMMER],
      AUTUMN: [SEASONS.SOFT_AUTUMN, SEASONS.TRUE_AUTUMN, SEASONS.DEEP_AUTUMN],
      WINTER: [SEASONS.DEEP_WINTER, SEASONS.TRUE_WINTER, SEASONS.BRIGHT_WINTER],
    } satisfies Record<(typeof COLOR_SEASONS)[number], readonly Direction[]>,
  },
};
