import sharp from 'sharp';
import { expect, it } from 'vitest';
import { paintFace } from '../../testing/synthetic-face.js';
import { faceShape } from './landmarks.js';
import { GATE } from './quality-gate.js';
import { sharpness } from './sharpness.js';

it('the gate is between a blur of σ = 1 and one of σ = 2, at the size at which sharpness is measured (docs/color-method.md A6.3)', async () => {
  const { picture, faces } = paintFace();
  const { box } = faceShape(faces[0]?.landmarks ?? []);
  const { width, height } = picture;
  const measure = async (sigma: number) => {
    // The box is reduced to 128 × 128 pixels.
    const scale = Math.sqrt(box.width * box.height) / 128;
    const blurred = await sharp(picture.data, { raw: { width, height, channels: 3 } })
      .blur(sigma * scale)
      .raw()
      .toBuffer();
    return sharpness({ data: blurred, width, height }, box);
  };
  expect(GATE.minSharpness).toBe(40);
  expect(sharpness(picture, box)).toBeGreaterThan(400);
  expect(await measure(1)).toBeGreaterThan(40);
  expect(await measure(2)).toBeLessThan(40);
});
