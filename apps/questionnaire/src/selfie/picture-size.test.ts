import { MAX_ANALYSIS_BODY_BYTES, MAX_SELFIE_BYTES, MIN_SELFIE_SIDE } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooSmall, MAX_PICTURE_BYTES, MAX_SIDE, scaledSize } from './picture-size.js';

const side = fc.integer({ min: 1, max: 20_000 });

describe('size of a picture as it is sent', () => {
  it('no side is longer than 1,280 px, none is enlarged, and the shape stays', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const scaled = scaledSize({ width, height });
        expect(Math.max(scaled.width, scaled.height)).toBeLessThanOrEqual(MAX_SIDE);
        expect(scaled.width).toBeLessThanOrEqual(width);
        expect(scaled.height).toBeLessThanOrEqual(height);
        expect(Math.min(scaled.width, scaled.height)).toBeGreaterThanOrEqual(1);
        const shape = (scaled.width / width) * height - scaled.height;
        expect(Math.abs(shape)).toBeLessThanOrEqual(Math.max(1, height / width));
      }),
    );
    expect(scaledSize({ width: 4_000, height: 3_000 })).toEqual({ width: 1_280, height: 960 });
    expect(scaledSize({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
  });

  it('one that the server would refuse as too small is not sent (docs/contract.md C8.6)', () => {
    expect(isTooSmall({ width: 63, height: 500 })).toBe(true);
    expect(isTooSmall({ width: MIN_SELFIE_SIDE, height: 500 })).toBe(false);
    expect(isTooSmall({ width: 20_000, height: 500 })).toBe(true);
    expect(isTooSmall({ width: 0, height: 0 })).toBe(true);
  });

  it('the largest one fits under the limits of the selfie and of the body (docs/contract.md C18.1)', () => {
    expect(MAX_PICTURE_BYTES).toBeLessThan(MAX_SELFIE_BYTES);
    const base64Bytes = 4 * Math.ceil(MAX_PICTURE_BYTES / 3);
    expect(base64Bytes + 100_000).toBeLessThan(MAX_ANALYSIS_BODY_BYTES);
  });
});
