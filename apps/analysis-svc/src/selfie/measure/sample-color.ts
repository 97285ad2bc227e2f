import { type Lab, LINEAR, type LinearRgb, luminance, toLab } from './color-space.js';
import type { RgbPicture } from './picture.js';
import type { Region } from './regions.js';

/** The light of one pixel. @param offset - of its first byte. */
export function pixelAt({ data }: RgbPicture, offset: number): LinearRgb {
  return [
    LINEAR[data[offset] ?? 0] as number,
    LINEAR[data[offset + 1] ?? 0] as number,
    LINEAR[data[offset + 2] ?? 0] as number,
  ];
}

/** Relative luminances of a region, ascending. */
export function luminances(picture: RgbPicture, region: Region): Float64Array {
  return Float64Array.from(region, (offset) => luminance(pixelAt(picture, offset))).sort();
}

/**
 * The color of a region: the mean, in linear light, of the middle half of its pixels sorted by lightness. The excluded
 * quarters contain shadows, hairs and highlights. docs/color-method.md A5.3.
 * @returns undefined for an empty region.
 */
export function sampleColor(picture: RgbPicture, region: Region): Lab | undefined {
  const middle = middleHalf(Array.from(region, (offset) => pixelAt(picture, offset)));
  return middle.length === 0 ? undefined : toLab(meanLight(middle));
}

/** The pixels between the 25th and 75th percentile of lightness; at least one unless the region is empty. */
function middleHalf(pixels: readonly LinearRgb[]): LinearRgb[] {
  const sorted = [...pixels].sort((a, b) => luminance(a) - luminance(b));
  const from = Math.floor(sorted.length * 0.25);
  return sorted.slice(from, Math.max(from + 1, Math.ceil(sorted.length * 0.75)));
}

/** Mean in linear light, which matches the visual impression from a distance; a mean of sRGB bytes would be too dark. */
export function meanLight(pixels: readonly LinearRgb[]): LinearRgb {
  const sum = [0, 0, 0];
  for (const pixel of pixels)
    for (let channel = 0; channel < 3; channel++) (sum[channel] as number) += pixel[channel] as number;
  return sum.map((one) => one / pixels.length) as unknown as LinearRgb;
}

/** The value below which the given share of the sorted values lies. */
export const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
