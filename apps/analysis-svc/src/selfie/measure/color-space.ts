/**
 * Conversion from sRGB to CIELAB (D65, 2°) and the difference of two colors: all color computations of the selfie analysis.
 * No package is used: the formulas are fixed by standards, the hot loop needs plain arrays, and the process that handles a
 * picture should load as little as possible. Tests compare the results with libvips and with the published pairs for CIEDE2000.
 */

/** L*, a*, b*. */
export type Lab = readonly [lightness: number, a: number, b: number];
/** Linear light, each channel in [0, 1]. Colors may only be averaged in this space. */
export type LinearRgb = readonly [red: number, green: number, blue: number];

/** Linear light of each sRGB byte. IEC 61966-2-1. */
export const LINEAR: Float64Array = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** D65, 2°: X and Z of white, with Y = 1. */
const WHITE = { x: 0.95047, z: 1.08883 };

/** Relative luminance Y, in [0, 1]. */
export const luminance = ([red, green, blue]: LinearRgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** CIE 1976 lightness of a relative luminance. */
export const lightness = (y: number): number => 116 * root(y) - 16;

/** Relative luminance of a lightness. Limits are given in L*; pixels are compared in Y. */
export const toLuminance = (l: number): number => (l > 8 ? ((l + 16) / 116) ** 3 : l / 903.3);

export function toLab(rgb: LinearRgb): Lab {
  const [red, green, blue] = rgb;
  const fx = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / WHITE.x);
  const fy = root(luminance(rgb));
  const fz = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / WHITE.z);
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** CIE 1976: a cube root with a linear part near 0. */
const root = (t: number): number => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116);

export const chroma = ([, a, b]: Lab): number => Math.hypot(a, b);

/** Hue angle in degrees, (-180, 180]: 0 red, 90 yellow. */
export const hue = ([, a, b]: Lab): number => degrees(Math.atan2(b, a));

/** Individual typology angle, degrees: light skin is high. docs/color-method.md A4. */
export const typologyAngle = ([l, , b]: Lab): number => degrees(Math.atan2(l - 50, b));

/**
 * CIEDE2000 with all weights 1: Sharma, Wu, Dalal 2005.
 * @returns 0 for equal colors; about 1 is just visible side by side.
 */
export function deltaE(first: Lab, second: Lab): number {
  const meanChroma = (chroma(first) + chroma(second)) / 2;
  const stretch = 1 + 0.5 * (1 - Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7)));
  const [c1, h1] = polar(first, stretch);
  const [c2, h2] = polar(second, stretch);

  const deltaL = second[0] - first[0];
  const deltaC = c2 - c1;
  const colorless = c1 * c2 === 0;
  const turn = colorless ? 0 : wrap(h2 - h1);
  const deltaH = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2));

  const meanL = (first[0] + second[0]) / 2;
  const meanC = (c1 + c2) / 2;
  const meanH = colorless ? h1 + h2 : (h1 + turn / 2 + 360) % 360;
  const t = 1 - 0.17 * cos(meanH - 30) + 0.24 * cos(2 * meanH) + 0.32 * cos(3 * meanH + 6) - 0.2 * cos(4 * meanH - 63);
  const sl = 1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2);
  const sc = 1 + 0.045 * meanC;
  const sh = 1 + 0.015 * meanC * t;
  const rotation =
    -2 *
    Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)) *
    Math.sin(radians(60 * Math.exp(-(((meanH - 275) / 25) ** 2))));
  const [l, c, h] = [deltaL / sl, deltaC / sc, deltaH / sh];
  return Math.sqrt(l ** 2 + c ** 2 + h ** 2 + rotation * c * h);
}

/** Chroma and hue angle in [0, 360), with a* stretched as CIEDE2000 requires. */
function polar([, a, b]: Lab, stretch: number): [chroma: number, hue: number] {
  const c = Math.hypot(a * stretch, b);
  return [c, c === 0 ? 0 : (degrees(Math.atan2(b, a * stretch)) + 360) % 360];
}

/** Normalizes an angle to [-180, 180]. */
const wrap = (turn: number): number => (turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn);
const radians = (angle: number): number => (angle * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const cos = (angle: number): number => Math.cos(radians(angle));
