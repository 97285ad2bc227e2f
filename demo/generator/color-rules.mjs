import { hexToLab, interpolate } from './color.mjs';

/**
 * The two rules that turn a shade into tags. Both read nothing but the hex color.
 *
 * complexion: depth by L*, undertone by hue against the neutral line of that L*.
 * color_type: temperature by hue, value by L*, clarity by C*; the types whose direction is near.
 */

/** Medians of retail swatches per depth, from light to dark: L*, C*, neutral hue. */
export const DEPTHS = [
  { value: 'FAIR', L: 82.5, C: 19.4, h: 65 },
  { value: 'LIGHT', L: 78, C: 24.7, h: 65 },
  { value: 'MEDIUM', L: 72.5, C: 28.1, h: 65 },
  { value: 'MEDIUM_DEEP', L: 65.8, C: 32.6, h: 62 },
  { value: 'DEEP', L: 46, C: 28.3, h: 54 },
];
export const UNDERTONES = ['COOL', 'NEUTRAL', 'WARM'];

const darkToLight = [...DEPTHS].reverse();
const neutralHue = (L) =>
  interpolate(
    darkToLight.map((depth) => [depth.L, depth.h]),
    L,
  );
const skinChroma = (L) =>
  L > 82.5
    ? 19.4 - (L - 82.5)
    : interpolate(
        darkToLight.map((depth) => [depth.L, depth.C]),
        L,
      );
/** Degrees between neutral and the median warm (or cool) swatch: wide on fair skin, narrow on deep skin. */
const undertoneGap = (L) =>
  interpolate(
    [
      [46, 1.65],
      [82.5, 4.5],
    ],
    Math.max(L, 44),
  );

/** LCh of a skin-colored shade: `undertone` −1 cool, 0 neutral, +1 warm. */
export const skinShade = (L, undertone) => [L, skinChroma(L), neutralHue(L) + undertone * 1.25 * undertoneGap(L)];

/** A shade within this many L* of the line between two depths suits both. */
const SHARED_L = 1.2;

export function getDepths(L) {
  return DEPTHS.filter((depth, index) => {
    const upper = index === 0 ? Infinity : (DEPTHS[index - 1].L + depth.L) / 2;
    const lower = index === DEPTHS.length - 1 ? -Infinity : (DEPTHS[index + 1].L + depth.L) / 2;
    return L <= upper + SHARED_L && L >= lower - SHARED_L;
  }).map((depth) => depth.value);
}

/**
 * `complexion:` tags of a base shade, for example `complexion:MEDIUM/WARM`.
 * The line between neutral and warm lies at 0.6 of the gap, since 8-bit rounding alone moves the hue of deep shades by almost a degree.
 */
export function complexionTags(hex, { anyUndertone = false } = {}) {
  const { L, h } = hexToLab(hex);
  const residual = h - neutralHue(L);
  const cut = 0.6 * undertoneGap(L);
  const undertone = residual < -cut ? 'COOL' : residual > cut ? 'WARM' : 'NEUTRAL';
  return getDepths(L).map((depth) => `complexion:${depth}/${anyUndertone ? '*' : undertone}`);
}

/** `complexion:` tags of a bronzer or contour: made for skin that is 12 L* lighter, any undertone. */
export const contourTags = (hex) => getDepths(hexToLab(hex).L + 12).map((depth) => `complexion:${depth}/*`);

/** Directions of the twelve color types on (temperature, value, clarity). */
const TYPES = {
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
export const COLOR_TYPES = Object.keys(TYPES);

/** Hue in degrees → temperature: golden yellow is warm, blue is cool, a true red and a grass green lie between. */
const TEMPERATURE = [
  [0, -0.7],
  [15, -0.35],
  [28, 0],
  [45, 0.6],
  [75, 1.1],
  [110, 0.9],
  [140, 0.3],
  [165, 0],
  [200, -0.5],
  [270, -1],
  [320, -0.9],
  [360, -0.7],
];
/** Below this chroma a color is a neutral: hue says little, distance from mid gray says how clear it is. */
const NEUTRAL_CHROMA = 7;
const NEAR = 0.6;

const clamp = (value) => Math.max(-1.3, Math.min(1.3, value));

export function colorAxes(hex) {
  const { L, b, C, h } = hexToLab(hex);
  const value = clamp((L - 52) / 22);
  if (C < NEUTRAL_CHROMA) return [b > 3 ? 0.6 : -0.4, value, clamp(Math.abs(L - 52) / 30 - 0.6)];
  return [interpolate(TEMPERATURE, h) * Math.min(1, C / 25), value, clamp((C - 34) / 22)];
}

/** `color_type:` tags of a color: the nearest type and every other within cosine 0.6, in the fixed order of types. */
export function colorTypeTags(hex) {
  const axes = colorAxes(hex);
  const cosine = (direction) =>
    direction.reduce((sum, part, axis) => sum + part * axes[axis], 0) /
    (Math.hypot(...direction) * Math.hypot(...axes));
  const best = Math.max(...Object.values(TYPES).map(cosine));
  return COLOR_TYPES.filter((type) => cosine(TYPES[type]) >= Math.min(NEAR, best)).map((type) => `color_type:${type}`);
}

/** Garments in black, white, gray and their neighbors are basics: no statement, so they suit every color type. */
const BASIC_CHROMA = 10;

export const garmentColorTags = (hex) => (hexToLab(hex).C < BASIC_CHROMA ? [] : colorTypeTags(hex));

/** `family:` of a lip or cheek color, by lightness, chroma and hue. */
export function familyTag(hex) {
  const { L, C, h } = hexToLab(hex);
  const pink = h < 20 || h > 340;
  if (h >= 280 && h <= 340) return 'family:plum';
  if (pink) return L < 42 ? 'family:berry' : C < 22 ? 'family:nude' : 'family:rose';
  if (C < 30) return L > 50 ? 'family:nude' : 'family:brown';
  if (L >= 55) return C < 42 ? 'family:peach' : 'family:coral';
  return C >= 45 ? 'family:red' : L < 40 ? 'family:brown' : 'family:rose';
}
