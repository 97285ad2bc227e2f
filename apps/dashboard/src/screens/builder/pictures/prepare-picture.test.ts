import { describe, expect, it } from 'vitest';
import { fitInside } from './prepare-picture.js';

describe('the size of a picture that is sent (docs/dashboard.md Y31.1)', () => {
  it.each([
    ['a large one is scaled down', 4_000, 3_000, 1_280, 960],
    ['an upright one too', 3_000, 4_000, 960, 1_280],
    ['a small one stays', 640, 480, 640, 480],
    ['a narrow one keeps a pixel', 12_800, 2, 1_280, 1],
  ])('%s', (_, width, height, fitWidth, fitHeight) => {
    expect(fitInside(width, height, 1_280)).toEqual({ width: fitWidth, height: fitHeight });
  });
});
