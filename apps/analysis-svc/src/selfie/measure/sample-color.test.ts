import { describe, expect, it } from 'vitest';
import { linear, toByte } from '../../testing/synthetic-face.js';
import { type Lab, LINEAR, toLab } from './color-space.js';
import { sampleColor } from './sample-color.js';

/** A picture of one row with these gray bytes. */
const row = (bytes: number[]) => ({
  data: Uint8Array.from(bytes.flatMap((byte) => [byte, byte, byte])),
  width: bytes.length,
  height: 1,
});
const sampleAll = (bytes: number[]) => {
  const picture = row(bytes);
  return sampleColor(
    picture,
    Uint32Array.from(bytes, (_, index) => index * 3),
  );
};
const times = (count: number, byte: number) => Array.from({ length: count }, () => byte);

describe('the color of a region (docs/color-method.md A5.3)', () => {
  it('is that of the middle half by lightness: a quarter of shadows and a quarter of highlights do not count', () => {
    const middle = toByte(linear([60, 0, 0])[0]);
    const measureL = (dark: number, bright: number) =>
      sampleAll([...times(dark, 0), ...times(100 - dark - bright, middle), ...times(bright, 255)])?.[0] as number;
    expect(measureL(25, 25)).toBeCloseTo(60, 0);
    expect(measureL(25, 25)).toBeCloseTo(measureL(0, 0), 9);
    expect([measureL(30, 25) < 58, measureL(25, 30) > 62]).toEqual([true, true]);
  });

  it('is averaged in linear light, not in bytes', () => {
    const light = ((LINEAR[60] as number) + (LINEAR[200] as number)) / 2;
    const [l] = sampleAll([...times(50, 60), ...times(50, 200)]) as Lab;
    expect(l).toBeCloseTo(toLab([light, light, light])[0], 6);
  });

  it('there is none without pixels', () => {
    expect(sampleAll([])).toBeUndefined();
  });
});
