import { describe, expect, it } from 'vitest';
import { linear, paintFace, toByte } from '../../testing/synthetic-face.js';
import { deltaE, type Lab, toLab } from './color-space.js';
import { faceShape } from './landmarks.js';
import type { RgbPicture } from './picture.js';
import { SKIN_REFERENCES } from './reference-colors.js';
import { hairBand } from './regions.js';
import { sampleHair } from './sample-hair.js';

const SKIN = SKIN_REFERENCES.LIGHT;
const WALL: Lab = [60, -20, -20];
const DARK: Lab = [27, 7, 12];
const LIGHTER: Lab = [45, 7, 15];
const face = paintFace({ width: 600, height: 480, eyeDistance: 100, background: WALL });
const shape = faceShape(face.faces[0]?.landmarks ?? []);

/** A picture of one color, whose band of hair has these colors by share. */
function measure(...shares: [Lab, number][]): Lab | undefined {
  const bytes = (lab: Lab) => linear(lab).map(toByte);
  const { width, height } = face.picture;
  const wall = bytes(WALL);
  const data = Uint8Array.from({ length: width * height * 3 }, (_, offset) => wall[offset % 3] as number);
  const picture: RgbPicture = { data, width, height };
  const offsets = [...hairBand(picture, shape).region];
  let from = 0;
  for (const [lab, share] of shares) {
    const end = from + Math.round(offsets.length * share);
    for (const offset of offsets.slice(from, end)) data.set(bytes(lab), offset);
    from = end;
  }
  return sampleHair(picture, shape, SKIN);
}
const near = (lab: Lab | undefined, expected: Lab) => lab !== undefined && deltaE(lab, expected) < 1;

/** A color at this distance from another one, on the way to a third. */
function atDistance(from: Lab, distance: number, towards: Lab): Lab {
  const at = (share: number) => from.map((part, axis) => part + share * ((towards[axis] as number) - part));
  let [low, high] = [0, 1];
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (deltaE(from, at(middle) as unknown as Lab) < distance) low = middle;
    else high = middle;
  }
  return at(low) as unknown as Lab;
}

describe('the color of hair (docs/color-method.md A5.4, A7.4)', () => {
  it('is measured where at least 30 % of the band show hair', () => {
    expect(near(measure([DARK, 0.32]), DARK)).toBe(true);
    expect(measure([DARK, 0.28])).toBeUndefined();
  });

  it.each<[string, Lab, number]>([
    ['12 of the cheeks', SKIN, 12],
    ['10 of the upper corners', WALL, 10],
  ])('pixels within ΔE %s are none', (_, from, limit) => {
    const [inside, outside] = [limit - 1, limit + 1].map((distance) => atDistance(from, distance, DARK));
    expect(measure([inside as Lab, 1])).toBeUndefined();
    expect(near(measure([outside as Lab, 1]), outside as Lab)).toBe(true);
  });

  it('of two clusters the darker one counts from 40 % on; otherwise all of it', () => {
    expect(near(measure([DARK, 0.43], [LIGHTER, 0.57]), DARK)).toBe(true);
    const [l] = measure([DARK, 0.37], [LIGHTER, 0.63]) as Lab;
    expect([l > DARK[0] + 5, l < LIGHTER[0]]).toEqual([true, true]);
    expect(toLab(linear(DARK))[0]).toBeCloseTo(DARK[0], 1);
  });
});
