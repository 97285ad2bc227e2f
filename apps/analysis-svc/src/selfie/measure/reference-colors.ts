import type { EyeColor, HairColor, SkinColor } from '@svc/domain';
import type { Lab } from './color-space.js';

/**
 * Reference color of each answer in CIELAB, D65/2°. docs/color-method.md A2 gives the source of each row. Skin, black and
 * dark brown are measured; the other hair colors and the irises are conventions from published color lists.
 */
export const HAIR_REFERENCES: Readonly<Record<HairColor, Lab>> = {
  VERY_LIGHT: [82, 4, 16],
  LIGHT: [71, 7, 24],
  MEDIUM_BLONDE: [58, 8, 23],
  RED_BLONDE: [60, 17, 28],
  RED: [40, 27, 32],
  MID_BROWN: [40, 8, 19],
  BROWN: [27, 7, 12],
  BLACK: [17, 1, 1],
};

export const EYE_REFERENCES: Readonly<Record<EyeColor, Lab>> = {
  BLUE: [55, -6, -16],
  GREY: [56, -1, -4],
  GREEN: [50, -9, 16],
  GREEN_BROWN: [45, 5, 22],
  AMBER: [50, 16, 34],
  BROWN: [33, 10, 18],
  DARK_BROWN: [20, 8, 9],
};

export const SKIN_REFERENCES: Readonly<Record<SkinColor, Lab>> = {
  FAIR: [82.5, 8.2, 17.6],
  LIGHT: [78, 10.4, 22.4],
  MEDIUM: [72.5, 12, 25.4],
  MEDIUM_DEEP: [65.8, 15.3, 28.8],
  DEEP: [46, 16.5, 23],
};
