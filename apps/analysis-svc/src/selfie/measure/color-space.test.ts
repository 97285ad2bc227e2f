import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { linear, toByte } from '../../testing/synthetic-face.js';
import { deltaE, hue, type Lab, LINEAR, lightness, toLab, toLuminance, typologyAngle } from './color-space.js';
import { SKIN_REFERENCES } from './reference-colors.js';

const anyLab = fc.tuple(
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.double({ min: -80, max: 80, noNaN: true }),
  fc.double({ min: -80, max: 80, noNaN: true }),
);
const light = (byte: number): number => LINEAR[byte] as number;

describe('CIELAB from sRGB', () => {
  it('agrees with libvips to half a unit over the whole cube', async () => {
    const steps = [0, 8, 40, 96, 128, 187, 230, 255];
    const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => [r, g, b] as const)));
    const raw = { width: colors.length, height: 1, channels: 3 } as const;
    const pixels = await sharp(Uint8Array.from(colors.flat()), { raw })
      .toColourspace('lab')
      .raw({ depth: 'float' })
      .toBuffer();
    const theirs = new Float32Array(pixels.buffer, pixels.byteOffset, colors.length * 3);
    for (const [index, [r, g, b]] of colors.entries()) {
      const ours = toLab([light(r), light(g), light(b)]);
      for (const axis of [0, 1, 2]) {
        expect(Math.abs((ours[axis] as number) - (theirs[index * 3 + axis] as number))).toBeLessThan(0.5);
      }
    }
  });

  it('white is 100, 0, 0, black is 0, 0, 0, and every gray has no chroma', () => {
    expect(toLab([1, 1, 1])[0]).toBeCloseTo(100, 6);
    expect(toLab([0, 0, 0])[0]).toBeCloseTo(0, 6);
    for (let byte = 0; byte < 256; byte++) {
      const [, a, b] = toLab([light(byte), light(byte), light(byte)]);
      expect(Math.hypot(a, b)).toBeLessThan(0.05);
    }
  });

  it('lightness and luminance are inverse functions, and bytes survive the round trip to light', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (l) => {
        expect(lightness(toLuminance(l))).toBeCloseTo(l, 4);
      }),
    );
    for (let byte = 0; byte < 256; byte++) expect(toByte(light(byte))).toBe(byte);
  });

  it('the painter of test pictures is the inverse, so that a painted color is measured as painted', () => {
    fc.assert(
      fc.property(anyLab, (lab) => {
        const back = toLab(linear(lab));
        for (const axis of [0, 1, 2])
          expect(Math.abs((back[axis] as number) - (lab[axis] as number))).toBeLessThan(0.2);
      }),
    );
  });
});

describe('CIEDE2000', () => {
  /** Pairs and differences published with the formula: Sharma, Wu, Dalal 2005, table 1. */
  it.each<[Lab, Lab, number]>([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 3.1571, -77.2803], [50, 0, -82.7485], 2.8615],
    [[50, 2.8361, -74.02], [50, 0, -82.7485], 3.4412],
    [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0],
    [[50, -0.9009, -85.5211], [50, 0, -82.7485], 1.0],
    [[50, 0, 0], [50, -1, 2], 2.3669],
    [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
    [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
    [[90.8027, -2.0831, 1.441], [91.1528, -1.6435, 0.0447], 1.4441],
  ])('%j to %j is %f', (first, second, difference) => {
    expect(deltaE(first, second)).toBeCloseTo(difference, 4);
  });

  it('is symmetric, never negative, and 0 for equal colors', () => {
    fc.assert(
      fc.property(anyLab, anyLab, (first, second) => {
        expect(deltaE(first, second)).toBeCloseTo(deltaE(second, first), 8);
        expect(deltaE(first, second)).toBeGreaterThanOrEqual(0);
        expect(deltaE(first, first)).toBe(0);
      }),
    );
  });
});

describe('angles of skin', () => {
  it('the typology angle of the reference skins is as published (docs/color-method.md A2.1, A4.1)', () => {
    expect(Math.round(typologyAngle([82.5, 8.2, 17.6]))).toBe(62);
    expect(Math.round(typologyAngle([46, 16.5, 23]))).toBe(-10);
  });

  it('exposure does not change the hue angle, so undertone does not depend on it (docs/color-method.md A4.2)', () => {
    const skin = linear([72.5, 12, 25.4]);
    const darker = skin.map((channel) => channel * 2 ** -0.33) as unknown as typeof skin;
    expect(hue(toLab(darker))).toBeCloseTo(hue(toLab(skin)), 1);
  });

  /** How far a light moves the angle of each reference skin, rounded. */
  const measureMoves = (angle: (lab: Lab) => number, [red, green, blue]: readonly [number, number, number]) =>
    Object.values(SKIN_REFERENCES).map((lab) => {
      const [r, g, b] = linear(lab);
      return Math.round(Math.abs(angle(toLab([r * red, g * green, b * blue])) - angle(lab)));
    });

  it('a third of a stop moves the typology angle by 4° to 12°, a color temperature that is off by 5 % by 1° to 3° (docs/color-method.md A4.1)', () => {
    const third = 2 ** (-1 / 3);
    const dark = measureMoves(typologyAngle, [third, third, third]);
    expect([Math.min(...dark), Math.max(...dark)]).toEqual([4, 12]);
    const casts = [0.05, -0.05].flatMap((cast) => measureMoves(typologyAngle, [1 + cast, 1, 1 - cast]));
    expect([Math.min(...casts), Math.max(...casts)]).toEqual([1, 3]);
  });

  it('a green tint of 3 % moves the hue angle of fair skin by 5°, from one class to another (docs/color-method.md A4.2)', () => {
    expect(measureMoves(hue, [1, 1.03, 1])[0]).toBe(5);
  });
});
