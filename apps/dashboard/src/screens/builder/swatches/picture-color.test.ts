import { describe, expect, it } from 'vitest';
import { movePoint, pickColor, type ReadablePicture } from './picture-color.js';

/** A picture of which each pixel is given by its place. */
const paint = (width: number, height: number, color: (x: number, y: number) => number[]): ReadablePicture => ({
  ...{ width, height },
  read: (left, top, columns, rows) => {
    if (left < 0 || top < 0 || left + columns > width || top + rows > height)
      throw new Error('Outside of the picture.');
    return Array.from({ length: columns * rows }, (_, at) =>
      color(left + (at % columns), top + Math.floor(at / columns)),
    ).flat();
  },
});

describe('a color from a picture of a product (docs/dashboard.md Y32.5)', () => {
  it('is the mean around the point, without what is transparent', () => {
    const halves = paint(100, 50, (x) => (x < 50 ? [200, 100, 0, 255] : [0, 0, 255, 255]));
    expect(pickColor(halves, { x: 0.2, y: 0.5 })).toBe('#c86400');
    expect(pickColor(halves, { x: 0.9, y: 0.5 })).toBe('#0000ff');
    const grainy = paint(100, 50, (x, y) => ((x + y) % 2 === 0 ? [10, 20, 30, 255] : [255, 255, 255, 0]));
    expect(pickColor(grainy, { x: 0.5, y: 0.5 })).toBe('#0a141e');
    expect(
      pickColor(
        paint(9, 9, () => [1, 2, 3, 0]),
        { x: 0.5, y: 0.5 },
      ),
    ).toBeUndefined();
  });

  it('can be picked at the edge, and of a picture of one pixel', () => {
    const red = (side: number) => paint(side, side, () => [255, 0, 0, 255]);
    for (const point of [0, 1].flatMap((x) => [0, 1].map((y) => ({ x, y })))) {
      expect(pickColor(red(40), point)).toBe('#ff0000');
      expect(pickColor(red(1), point)).toBe('#ff0000');
    }
  });

  it('is picked with the arrow keys, too, within the picture', () => {
    expect(movePoint({ x: 0.5, y: 0.5 }, 'ArrowLeft')).toEqual({ x: 0.48, y: 0.5 });
    expect(movePoint({ x: 1, y: 0 }, 'ArrowRight')).toEqual({ x: 1, y: 0 });
    expect(movePoint({ x: 1, y: 0 }, 'ArrowUp')).toEqual({ x: 1, y: 0 });
    expect(movePoint({ x: 0.5, y: 0.5 }, 'Tab')).toBeUndefined();
  });
});
