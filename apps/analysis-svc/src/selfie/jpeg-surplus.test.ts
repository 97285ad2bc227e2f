import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cuts, noise } from '../testing/pictures.js';
import { jpegSegments, MARKERS } from './jpeg-segments.js';
import { hasSurplusPixels } from './jpeg-surplus.js';

/** What cameras and programs write: sizes of all remainders, flat and noisy, every coding that the encoder has. */
const honestPicture = fc.record({
  width: fc.integer({ min: 64, max: 180 }),
  height: fc.integer({ min: 64, max: 180 }),
  sigma: fc.constantFrom(0.01, 2, 40),
  quality: fc.constantFrom(30, 75, 100),
  progressive: fc.boolean(),
  optimizeCoding: fc.boolean(),
  chromaSubsampling: fc.constantFrom('4:2:0', '4:4:4'),
  channels: fc.constantFrom('b-w', 'srgb', 'cmyk'),
});

type HonestPicture = typeof honestPicture extends fc.Arbitrary<infer Value> ? Value : never;

const encode = ({
  width,
  height,
  sigma,
  channels,
  ...options
}: Omit<HonestPicture, 'sigma'> & { sigma: number }): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#a97', noise: { type: 'gaussian', mean: 120, sigma } },
  })
    .toColourspace(channels)
    .withExif({ IFD0: { Copyright: 'x', Orientation: '6' } })
    .jpeg(options)
    .toBuffer();

/** The bytes with others before the end-of-image marker. */
const beforeEnd = (bytes: Buffer, stray: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, -2), stray, bytes.subarray(-2)]);

/** A header that claims another size. */
function claiming(bytes: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes);
  for (const { marker, start } of jpegSegments(copy)) {
    if (marker !== MARKERS.sof0 && marker !== MARKERS.sof0 + 2) continue;
    copy.writeUInt16BE(height, start + 1);
    copy.writeUInt16BE(width, start + 3);
    return copy;
  }
  throw new Error('The picture has no frame header.');
}

/** Writes a gray baseline JPEG of one color with restart markers, which the encoder cannot write. */
function withRestarts(columns: number, rows: number, interval: number): Buffer {
  const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
  const oneCode = [1, ...Array<number>(15).fill(0), 0];
  const head = [
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array<number>(64).fill(1)),
    ...segment(0xc0, 8, (rows * 8) >> 8, (rows * 8) & 255, (columns * 8) >> 8, (columns * 8) & 255, 1, 1, 0x11, 0),
    ...segment(0xc4, 0x00, ...oneCode),
    ...segment(0xc4, 0x10, ...oneCode),
    ...segment(0xdd, interval >> 8, interval & 255),
    ...segment(0xda, 1, 1, 0, 0, 63, 0),
  ];
  const data: number[] = [];
  for (let left = columns * rows, number = 0; left > 0; left -= interval, number++) {
    if (number > 0) data.push(0xff, 0xd0 + ((number - 1) % 8));
    // A block is two bits of 0; the last byte of an interval is filled with ones.
    const bits = 2 * Math.min(interval, left);
    data.push(...Array<number>(bits >> 3).fill(0), ...(bits % 8 > 0 ? [0xff >> (bits % 8)] : []));
  }
  return Buffer.from([...head, ...data, 0xff, 0xd9]);
}

describe('hasSurplusPixels: docs/contract.md C8.6', () => {
  it('is false for every honest picture, whatever its coding, and with the stray bytes that cameras leave', async () => {
    const stray = fc.oneof(
      fc.uint8Array({ maxLength: 12 }).map((bytes) => bytes.map((byte) => Math.min(byte, 0xfe))),
      fc.nat(40).map((count) => new Uint8Array(count).fill(0xff)),
    );
    await fc.assert(
      fc.asyncProperty(honestPicture, stray, fc.uint8Array({ maxLength: 50 }), async (picture, inside, behind) => {
        const bytes = await encode(picture);
        expect(hasSurplusPixels(bytes)).toBe(false);
        expect(hasSurplusPixels(Buffer.concat([beforeEnd(bytes, inside), behind]))).toBe(false);
      }),
      { numRuns: 120 },
    );
  });

  it('is true when the header leaves out a quarter or more of a picture with details, in any direction', async () => {
    await fc.assert(
      fc.asyncProperty(
        honestPicture,
        fc.double({ min: 0.25, max: 1, noNaN: true }),
        fc.double({ min: 0.25, max: 1, noNaN: true }),
        async (picture, wide, tall) => {
          fc.pre(Math.min(wide, tall) <= 0.75);
          const [width, height] = [picture.width + 160, picture.height + 160];
          const bytes = await encode({ ...picture, width, height, sigma: 40 });
          expect(hasSurplusPixels(claiming(bytes, Math.floor(width * wide), Math.floor(height * tall)))).toBe(true);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('counts restart intervals, whole and begun', async () => {
    const sides = fc.integer({ min: 16, max: 30 });
    await fc.assert(
      fc.asyncProperty(sides, sides, fc.integer({ min: 1, max: 400 }), async (columns, rows, interval) => {
        const bytes = withRestarts(columns, rows, interval);
        await sharp(bytes, { failOn: 'warning' }).raw().toBuffer();
        expect(hasSurplusPixels(bytes)).toBe(false);
        expect(hasSurplusPixels(claiming(bytes, columns * 8, 64))).toBe(true);
      }),
    );
  });

  it('a picture that ends early or has more to its header is for the decoder to refuse', async () => {
    for (const progressive of [false, true]) {
      const bytes = await noise(100, 80).jpeg({ progressive }).toBuffer();
      expect(hasSurplusPixels(claiming(bytes, 200, 300))).toBe(false);
      for (const length of cuts(bytes.length)) expect(hasSurplusPixels(bytes.subarray(0, length))).toBe(false);
    }
  });

  it('never throws and always ends, whatever is changed in a picture', async () => {
    const pictures = [
      await noise(70, 70).jpeg().toBuffer(),
      await noise(70, 70).jpeg({ progressive: true }).toBuffer(),
      withRestarts(16, 16, 5),
    ];
    const changes = fc.array(fc.tuple(fc.nat(1_000), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...pictures), changes, (picture, edits) => {
        const bytes = Buffer.from(picture);
        for (const [at, value] of edits) bytes[2 + (at % (bytes.length - 2))] = value;
        expect(typeof hasSurplusPixels(bytes)).toBe('boolean');
      }),
      { numRuns: 1_500 },
    );
  });
});
