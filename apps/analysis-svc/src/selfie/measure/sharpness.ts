import type { RgbPicture } from './picture.js';

/** The face is scaled to a square of this size first, because the figure depends on scale. */
const SIDE = 128;

/**
 * Variance of the 4-neighbor Laplacian of the gray face at 128 × 128 pixels. A sharp face has several hundred; blurred with
 * σ = 1 at that size about 90, with σ = 2 about 14. docs/color-method.md A6.3.
 */
export function sharpness(picture: RgbPicture, box: { x: number; y: number; width: number; height: number }): number {
  const gray = reduce(picture, box);
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < SIDE - 1; y++) {
    for (let x = 1; x < SIDE - 1; x++) {
      const at = y * SIDE + x;
      const neighbors =
        (gray[at - 1] as number) + (gray[at + 1] as number) + (gray[at - SIDE] as number) + (gray[at + SIDE] as number);
      const laplacian = neighbors - 4 * (gray[at] as number);
      sum += laplacian;
      squares += laplacian ** 2;
    }
  }
  const count = (SIDE - 2) ** 2;
  return squares / count - (sum / count) ** 2;
}

/** Gray levels 0–255 of the box, each the mean of the source pixels that it covers. */
function reduce(
  { data, width, height }: RgbPicture,
  box: { x: number; y: number; width: number; height: number },
): Float64Array {
  const left = clamp(Math.floor(box.x), width - 1);
  const top = clamp(Math.floor(box.y), height - 1);
  const wide = Math.max(1, clamp(Math.ceil(box.x + box.width), width) - left);
  const high = Math.max(1, clamp(Math.ceil(box.y + box.height), height) - top);
  const gray = new Float64Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; row++) {
    const [fromY, toY] = span(row, high);
    for (let column = 0; column < SIDE; column++) {
      const [fromX, toX] = span(column, wide);
      let total = 0;
      for (let y = top + fromY; y < top + toY; y++) {
        for (let at = (y * width + left + fromX) * 3; at < (y * width + left + toX) * 3; at += 3) {
          total += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
        }
      }
      gray[row * SIDE + column] = total / ((toY - fromY) * (toX - fromX));
    }
  }
  return gray;
}

/** The source pixels of one scaled pixel; at least one. */
function span(index: number, length: number): [from: number, to: number] {
  const from = Math.floor((index * length) / SIDE);
  return [from, Math.max(from + 1, Math.floor(((index + 1) * length) / SIDE))];
}

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max);
