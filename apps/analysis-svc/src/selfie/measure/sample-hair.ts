import { deltaE, type Lab, type LinearRgb, toLab } from './color-space.js';
import type { FaceShape } from './landmarks.js';
import type { RgbPicture } from './picture.js';
import { hairBand, upperCorners } from './regions.js';
import { meanLight, pixelAt, sampleColor } from './sample-color.js';

/** Thresholds that separate hair from other pixels. docs/color-method.md A5, A7. */
export const HAIR = {
  /** CIEDE2000 to the cheeks below which a pixel is skin, and to the picture's corners below which it is background. */
  skinWithin: 12,
  backgroundWithin: 10,
  /** Minimum share of hair pixels in the band; pixels outside of the picture count as missing. */
  minCoverage: 0.3,
  /** From this share on, the darker of two clusters is the hair and the lighter one is shine. */
  minDarkShare: 0.4,
} as const;

/** The hair color above the forehead; undefined when hair is covered, missing, or not separable from the background. */
export function sampleHair(picture: RgbPicture, shape: FaceShape, cheeks: Lab): Lab | undefined {
  const { region, points } = hairBand(picture, shape);
  const background = sampleColor(picture, upperCorners(picture));
  const pixels = Array.from(region, (offset) => pixelAt(picture, offset)).filter((pixel) => {
    const lab = toLab(pixel);
    const isBackground = background !== undefined && deltaE(lab, background) <= HAIR.backgroundWithin;
    return !isBackground && deltaE(lab, cheeks) > HAIR.skinWithin;
  });
  if (pixels.length === 0 || pixels.length < points * HAIR.minCoverage) return undefined;
  const dark = darkCluster(pixels);
  return toLab(meanLight(dark.length >= pixels.length * HAIR.minDarkShare ? dark : pixels));
}

/** The darker of two clusters by lightness, with one-dimensional k-means, which converges in a few rounds. */
function darkCluster(pixels: readonly LinearRgb[]): LinearRgb[] {
  const values = pixels.map((pixel) => toLab(pixel)[0]);
  let [dark, light] = [Math.min(...values), Math.max(...values)];
  for (let round = 0; round < 20; round++) {
    const cut = (dark + light) / 2;
    const [below, above] = [values.filter((l) => l <= cut), values.filter((l) => l > cut)];
    const next: [number, number] = [mean(below) ?? dark, mean(above) ?? light];
    if (next[0] === dark && next[1] === light) break;
    [dark, light] = next;
  }
  const cut = (dark + light) / 2;
  return pixels.filter((_, index) => (values[index] as number) <= cut);
}

const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0) / values.length;
