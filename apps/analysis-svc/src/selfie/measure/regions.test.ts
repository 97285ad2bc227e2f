import { describe, expect, it } from 'vitest';
import { paintFace } from '../../testing/synthetic-face.js';
import { type Eye, faceShape } from './landmarks.js';
import type { Point } from './picture.js';
import { cheek, hairBand, irisRing, type Region } from './regions.js';

const point = (x: number, y: number): Point => ({ x, y, z: 0 });
const picture = { data: new Uint8Array(), width: 200, height: 200 };
/** Centers of the pixels of a region. */
const listPixels = (region: Region, width = picture.width) =>
  Array.from(region, (offset) => {
    const pixel = offset / 3;
    return { x: (pixel % width) + 0.5, y: Math.floor(pixel / width) + 0.5 };
  });
const bounds = (numbers: number[]) => [Math.min(...numbers), Math.max(...numbers)];

describe('the regions of a face (docs/color-method.md A5.2)', () => {
  it('a cheek is shrunk by 15 % to its center', () => {
    const square = [point(60, 60), point(120, 60), point(120, 120), point(60, 120)];
    const pixels = listPixels(cheek(picture, square));
    // 0.85 of 60 pixels around 90: 64.5 to 115.5.
    expect(bounds(pixels.map(({ x }) => x))).toEqual([64.5, 114.5]);
    expect(bounds(pixels.map(({ y }) => y))).toEqual([64.5, 114.5]);
  });

  it.each([0, 30, -30])(
    'an iris is its ring from 0.45 to 0.90 without the upper 120°, the head tilted by %d°',
    (tilt) => {
      const at = (degrees: number, distance: number) => {
        const angle = ((degrees + tilt) * Math.PI) / 180;
        return point(100 + distance * Math.cos(angle), 100 + distance * Math.sin(angle));
      };
      const iris = { x: 100, y: 100, radius: 40 };
      const eye: Eye = { outer: at(180, 80), inner: at(0, 80), upper: at(-90, 40), lower: at(90, 40), iris };
      const polar = listPixels(irisRing(picture, eye)).map(({ x, y }) => ({
        distance: Math.hypot(x - 100, y - 100) / 40,
        // 0: up.
        turn: Math.abs((((Math.atan2(y - 100, x - 100) * 180) / Math.PI - tilt + 90 + 540) % 360) - 180),
      }));
      const [nearest, farthest] = bounds(polar.map(({ distance }) => distance)) as [number, number];
      expect([nearest >= 0.45, nearest < 0.47, farthest > 0.88, farthest <= 0.9]).toEqual([true, true, true, true]);
      const [up, down] = bounds(polar.map(({ turn }) => turn)) as [number, number];
      expect([up > 60, up < 63, down > 177]).toEqual([true, true, true]);
    },
  );

  it('hair is looked for in a band above the forehead; forehead, nose and lips are in no region', () => {
    const face = paintFace({ eyeDistance: 100, width: 600, height: 520 });
    const shape = faceShape(face.faces[0]?.landmarks ?? []);
    const { region } = hairBand(face.picture, shape);
    const band = listPixels(region, 600);
    expect(Math.max(...band.map(({ y }) => y))).toBeLessThan(shape.top.y);
    for (const polygon of [shape.rightCheek, shape.leftCheek]) {
      const pixels = listPixels(cheek(face.picture, polygon), 600);
      expect(pixels.length).toBeGreaterThan(500);
      const [top, bottom] = bounds(pixels.map(({ y }) => y)) as [number, number];
      // Below the eyes, above the lips, and to the side of the nose.
      expect(top).toBeGreaterThan(shape.rightEye.lower.y);
      expect(bottom).toBeLessThan(shape.top.y + (shape.chin.y - shape.top.y) * 0.7);
      const center = (shape.rightEye.inner.x + shape.leftEye.inner.x) / 2;
      expect(Math.min(...pixels.map(({ x }) => Math.abs(x - center)))).toBeGreaterThan(30);
    }
  });
});
