import { describe, expect, it } from 'vitest';
import { findDropLine, findDropPlace } from './find-drop-place.js';
import { move } from './move.js';

/** Three items below each other, the second one higher than the others. */
const items = [
  { top: 0, bottom: 40 },
  { top: 40, bottom: 140 },
  { top: 140, bottom: 180 },
];

describe('dragging in a list (docs/dashboard.md Y83.1)', () => {
  it.each([
    ['above all', 0, -50, 0],
    ['over itself', 0, 20, 0],
    ['below its own middle, above that of the next one', 0, 89, 0],
    ['below the middle of the next one', 0, 91, 1],
    ['below all', 0, 900, 2],
    ['upwards, above the middle of the one before', 2, 89, 1],
    ['upwards, above all', 2, 10, 0],
  ])('an item goes where the pointer is: %s', (_, from, pointerY, place) => {
    expect(findDropPlace(items, from, pointerY)).toBe(place);
  });

  it('the line is where the item will be', () => {
    expect(findDropLine(1, 1)).toBeUndefined();
    for (const [from, to] of [
      [0, 2],
      [2, 0],
      [1, 2],
    ] as const) {
      const { at, side } = findDropLine(from, to) as NonNullable<ReturnType<typeof findDropLine>>;
      const moved = move(['a', 'b', 'c'], from, to);
      const neighbor = ['a', 'b', 'c'][at] as string;
      expect(moved.indexOf(neighbor) - moved.indexOf(['a', 'b', 'c'][from] as string)).toBe(side === 'above' ? 1 : -1);
    }
  });
});
