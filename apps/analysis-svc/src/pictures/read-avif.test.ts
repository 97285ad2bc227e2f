import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cuts, noise } from '../testing/pictures.js';
import { isAvif, readAvif } from './read-avif.js';

const avif = (width: number, height: number) => noise(width, height).avif({ effort: 0 }).toBuffer();

describe('the boxes of an AVIF (docs/management.md "Pictures")', () => {
  it('have the size that the decoder finds', async () => {
    for (const [width, height] of [
      [64, 48],
      [1, 1],
      [300, 17],
    ] as const) {
      const picture = await avif(width, height);
      expect(isAvif(picture)).toBe(true);
      expect(readAvif(picture)).toEqual({ width, height, frames: 1, complete: true });
    }
  });

  it('are incomplete in a file that is cut off anywhere', async () => {
    const picture = await avif(64, 48);
    for (const length of cuts(picture.length)) {
      expect(readAvif(picture.subarray(0, length))?.complete ?? false, String(length)).toBe(false);
    }
  });

  it('are read quickly and without an error, whatever the bytes are', async () => {
    const picture = await avif(16, 16);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(picture.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
        (changes) => {
          const damaged = Buffer.from(picture);
          for (const [at, value] of changes) damaged[at] = value;
          isAvif(damaged);
          readAvif(damaged);
        },
      ),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => isAvif(Buffer.from(bytes)) !== undefined));
    /** The best of five readings of empty boxes, milliseconds: another test may have the processor meanwhile. */
    const measure = (bytes: number) => {
      const empty = Buffer.alloc(bytes, Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]));
      const times = Array.from({ length: 5 }, () => {
        const begin = performance.now();
        expect(readAvif(empty)).toBeUndefined();
        return performance.now() - begin;
      });
      return Math.min(...times);
    };
    measure(256 * 1024); // Compiles it.
    // Eight times as many boxes: time that grows with the square of their number is 64 times as long.
    expect(measure(2 * 1024 * 1024) / measure(256 * 1024)).toBeLessThan(32);
  });
});
