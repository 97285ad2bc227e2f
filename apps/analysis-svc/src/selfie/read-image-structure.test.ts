import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { animated, cuts, gif, jpeg, ordinaryPictures, png, pngChunk, webp } from '../testing/pictures.js';
import { imageType, readImageStructure } from './read-image-structure.js';

const structure = (bytes: Buffer) => {
  const type = imageType(bytes);
  return type && readImageStructure(type, bytes);
};

describe('readImageStructure', () => {
  it('agrees with the decoder on type, canvas and frames of every valid picture', async () => {
    for (const [name, { type, bytes }] of Object.entries(await ordinaryPictures())) {
      const { format, width, height, pages = 1 } = await sharp(bytes).metadata();
      expect({ name, type: imageType(bytes) }).toEqual({ name, type: format });
      expect({ name, type }).toEqual({ name, type: format });
      expect({ name, ...structure(bytes) }).toEqual({ name, width, height, frames: pages, complete: true });
    }
  });

  it.each([2, 7, 1_000])('counts %i frames of a GIF and of a WebP', async (count) => {
    expect(structure(await animated('gif', count, 64, 64))).toMatchObject({ width: 64, height: 64, frames: count });
    expect(structure(await animated('webp', count, 64, 64))).toMatchObject({ frames: count });
  });

  it('counts the frames that an animated PNG declares, which libvips does not', async () => {
    const still = await png();
    const control = Buffer.alloc(8);
    control.writeUInt32BE(1_000, 0);
    const apng = Buffer.concat([still.subarray(0, 33), pngChunk('acTL', control), still.subarray(33)]);
    expect(structure(apng)).toMatchObject({ width: 200, height: 150, frames: 1_000, complete: true });
    expect((await sharp(apng).metadata()).pages).toBeUndefined();
  });

  it('a picture that misses any number of bytes is not complete', async () => {
    for (const bytes of [
      await jpeg(),
      await gif(),
      await animated('gif', 6),
      await png(),
      await webp(),
      await animated('webp', 4),
    ]) {
      for (const length of cuts(bytes.length)) {
        expect(structure(bytes.subarray(0, length))?.complete ?? false, `${length} of ${bytes.length}`).toBe(false);
      }
    }
  });

  it('bytes after the end have no effect', async () => {
    for (const bytes of [await gif(), await png(), await jpeg(), await webp()]) {
      const polyglot = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]);
      expect(structure(polyglot)).toEqual(structure(bytes));
    }
  });

  it('never throws and never loops, whatever follows the magic bytes', async () => {
    const heads = [
      Buffer.from('ffd8ff', 'hex'),
      Buffer.from('89504e470d0a1a0a', 'hex'),
      Buffer.from('GIF89a'),
      Buffer.from('RIFF\0\0\0\0WEBPVP8X', 'latin1'),
    ];
    const arbitraryFile = fc
      .tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }))
      .map(([head, tail]) => Buffer.concat([head, tail]));
    fc.assert(fc.property(arbitraryFile, (bytes) => structure(bytes) === undefined || structure(bytes) !== null));
  });

  it('never throws on a real picture with random bytes changed', async () => {
    const pictures = [await gif(70, 70), await png(70, 70), await jpeg(70, 70), await webp(70, 70)];
    const changes = fc.array(fc.tuple(fc.nat(300), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...pictures), changes, (picture, edits) => {
        const bytes = Buffer.from(picture);
        for (const [at, value] of edits) bytes[at % bytes.length] = value;
        structure(bytes);
      }),
      { numRuns: 2_000 },
    );
  });
});
