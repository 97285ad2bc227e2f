import { type Eye, eyeDistance, type FaceShape } from './landmarks.js';
import type { Point, RgbPicture } from './picture.js';

/** Offsets of pixels into a picture's data. */
export type Region = Uint32Array;

/** Larger regions are thinned evenly: more pixels do not make a color more exact. */
const MAX_PIXELS = 6_000;
/** Cheek polygons are shrunk towards their center, because landmarks jitter and the edges touch nose, mouth and hair. */
const CHEEK_SHRINK = 0.85;
/** The measured ring of the iris, in iris radii: excludes the pupil and the dark rim. */
const IRIS_RING = { inner: 0.45, outer: 0.9 };
/** Only the lower 240° of the iris count: above are the lid, its shadow and most reflections. */
const IRIS_UPPER_GAP_DEGREES = 120;
/** The hair band above the forehead: start and end in face heights, width in face widths, sampled on a grid. */
const HAIR_BAND = { from: 0.08, to: 0.3, width: 0.6 };
const HAIR_GRID = 64;

/** A cheek region. Forehead, nose and lips are not used: they have highlights, shadows and make-up. docs/color-method.md A5.2. */
export const cheek = (picture: RgbPicture, polygon: readonly Point[]): Region => {
  const center = { x: mean(polygon.map(({ x }) => x)), y: mean(polygon.map(({ y }) => y)) };
  const drawnIn = polygon.map(({ x, y }) => ({
    x: center.x + (x - center.x) * CHEEK_SHRINK,
    y: center.y + (y - center.y) * CHEEK_SHRINK,
  }));
  return pixelsInside(picture, bounds(drawnIn), (x, y) => isInside(drawnIn, x, y));
};

/** The colored ring of an iris; empty without an iris. */
export function irisRing(picture: RgbPicture, { iris, outer, inner }: Eye): Region {
  if (!iris) return new Uint32Array();
  const reach = iris.radius * IRIS_RING.outer;
  const around = { left: iris.x - reach, right: iris.x + reach, top: iris.y - reach, bottom: iris.y + reach };
  // "Up" is perpendicular to the line through the corners, so that a tilted head excludes the lid and not a corner.
  const [first, last] = outer.x < inner.x ? [outer, inner] : [inner, outer];
  const up = Math.atan2(first.x - last.x, last.y - first.y);
  const gap = ((IRIS_UPPER_GAP_DEGREES / 2) * Math.PI) / 180;
  return pixelsInside(picture, around, (x, y) => {
    const [dx, dy] = [x - iris.x, y - iris.y];
    const distance = Math.hypot(dx, dy) / iris.radius;
    if (distance < IRIS_RING.inner || distance > IRIS_RING.outer) return false;
    const turn = Math.abs(Math.atan2(dy, dx) - up) % (2 * Math.PI);
    return Math.min(turn, 2 * Math.PI - turn) > gap;
  });
}

/** The white of an eye: between iris and corners, inside the lids. It is small and used only as a check. */
export function eyeWhite(picture: RgbPicture, { outer, inner, upper, lower, iris }: Eye): Region {
  if (!iris) return new Uint32Array();
  const lids = [outer, upper, inner, lower];
  return pixelsInside(
    picture,
    bounds(lids),
    (x, y) => isInside(lids, x, y) && Math.hypot(x - iris.x, y - iris.y) > iris.radius * 1.15,
  );
}

/**
 * The band above the forehead that usually shows hair; it follows the tilt of the head.
 * @returns the pixels on a grid over the band, and the number of grid points; fewer pixels than points: the picture cuts the head.
 */
export function hairBand(
  { width, height }: RgbPicture,
  { top, chin, rightSide, leftSide }: FaceShape,
): { region: Region; points: number } {
  const up = { x: top.x - chin.x, y: top.y - chin.y };
  const across = { x: leftSide.x - rightSide.x, y: leftSide.y - rightSide.y };
  const found: number[] = [];
  for (let row = 0; row < HAIR_GRID; row++) {
    const high = HAIR_BAND.from + ((HAIR_BAND.to - HAIR_BAND.from) * (row + 0.5)) / HAIR_GRID;
    for (let column = 0; column < HAIR_GRID; column++) {
      const side = HAIR_BAND.width * ((column + 0.5) / HAIR_GRID - 0.5);
      const x = Math.floor(top.x + up.x * high + across.x * side);
      const y = Math.floor(top.y + up.y * high + across.y * side);
      if (x >= 0 && x < width && y >= 0 && y < height) found.push((y * width + x) * 3);
    }
  }
  return { region: Uint32Array.from(found), points: HAIR_GRID ** 2 };
}

/** The whole face box. */
export const faceBox = (picture: RgbPicture, { box }: FaceShape): Region =>
  pixelsInside(picture, { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }, () => true);

/** The background next to and above the face, without hair and shoulders as far as the box shows. */
export function surroundings(picture: RgbPicture, shape: FaceShape): Region {
  const { box } = shape;
  const margin = eyeDistance(shape);
  const all = { left: 0, right: picture.width, top: 0, bottom: picture.height };
  return pixelsInside(
    picture,
    all,
    (x, y) => x < box.x - margin || x > box.x + box.width + margin || y < box.y - margin,
  );
}

/** The two upper corners of the picture, each an eighth of its width: background in nearly every portrait. */
export function upperCorners(picture: RgbPicture): Region {
  const side = Math.ceil(picture.width / 8);
  const strip = { left: 0, right: picture.width, top: 0, bottom: Math.min(side, picture.height) };
  return pixelsInside(picture, strip, (x) => x < side || x >= picture.width - side);
}

interface Bounds {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The pixels within bounds, clipped to the picture, on a grid that limits the size of the region. */
function pixelsInside({ width, height }: RgbPicture, around: Bounds, takes: (x: number, y: number) => boolean): Region {
  const left = Math.max(0, Math.floor(around.left));
  const right = Math.min(width, Math.ceil(around.right));
  const top = Math.max(0, Math.floor(around.top));
  const bottom = Math.min(height, Math.ceil(around.bottom));
  const area = Math.max(0, right - left) * Math.max(0, bottom - top);
  const step = Math.max(1, Math.floor(Math.sqrt(area / MAX_PIXELS)));
  const found: number[] = [];
  for (let y = top; y < bottom; y += step) {
    for (let x = left; x < right; x += step) if (takes(x + 0.5, y + 0.5)) found.push((y * width + x) * 3);
  }
  return Uint32Array.from(found);
}

/** Even-odd rule. */
function isInside(polygon: readonly { x: number; y: number }[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i], polygon[j]] as [{ x: number; y: number }, { x: number; y: number }];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

function bounds(points: readonly { x: number; y: number }[]): Bounds {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
