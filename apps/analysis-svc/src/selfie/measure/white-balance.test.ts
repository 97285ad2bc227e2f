import { describe, expect, it } from 'vitest';
import { linear, paintFace, toByte } from '../../testing/synthetic-face.js';
import type { Lab } from './color-space.js';
import { faceShape } from './landmarks.js';
import { surroundings } from './regions.js';
import { isLightNeutral } from './white-balance.js';

const COLORED: Lab = [60, 40, 30];

/** @param shares - colors of the surroundings, and of which share of them; the others are colored. */
function isNeutral(...shares: [Lab, number][]): boolean {
  const { picture, faces } = paintFace({ background: COLORED });
  const shape = faceShape(faces[0]?.landmarks ?? []);
  const around = surroundings(picture, shape);
  let from = 0;
  // Without the noise of the painted background.
  for (const [lab, share] of shares) {
    const end = from + Math.round(around.length * share);
    for (const offset of around.slice(from, end)) picture.data.set(linear(lab).map(toByte), offset);
    from = end;
  }
  return isLightNeutral(picture, shape);
}

/** Whites of the painted eyes are 78 2 3. */
describe('whether the light is neutral (docs/color-method.md A6.7)', () => {
  it.each<[string, Lab, Lab]>([
    ['L* is over 20', [21, 0, 0], [19, 0, 0]],
    ['L* is below 95', [94, 0, 0], [96, 0, 0]],
    ['a* is within ±3, as under reddish light', [72, 2.7, 3], [72, 3.3, 3]],
    ['it differs from the white of the eyes by at most 4', [72, -0.5, 0.5], [72, -0.5, -1]],
  ])('it is where %s', (_, neutral, other) => {
    expect([isNeutral([neutral, 1]), isNeutral([other, 1])]).toEqual([true, false]);
  });

  it('green light is not neutral, whatever the eyes show', () => {
    expect(isNeutral([[72, -3.3, 3], 1])).toBe(false);
  });

  it('at least 5 % of the surroundings show it', () => {
    expect([isNeutral([[72, 0, 1], 0.06]), isNeutral([[72, 0, 1], 0.04])]).toEqual([true, false]);
  });

  it('only pixels with a chroma below 12 show it', () => {
    const withOthers = (b: number) => isNeutral([[72, 0, 1], 0.04], [[72, 2, b], 0.04]);
    expect([withOthers(11.3), withOthers(12.3)]).toEqual([true, false]);
  });
});
