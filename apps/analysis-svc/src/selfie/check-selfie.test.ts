import { MAX_SELFIE_BYTES } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { animated, cuts, gif, jpeg, noise, ordinaryPictures, png, pngChunk, webp } from '../testing/pictures.js';
import { createSelfieAnalyzer } from './selfie-analyzer.js';

const selfies = createSelfieAnalyzer({ log: testLogger(), timeLimitMs: 30_000, startLimitMs: 30_000 });
afterAll(() => selfies.stop());

/** The message of INVALID_SELFIE; undefined when the picture is accepted. */
async function refusal(bytes: Buffer, declaredType = 'jpeg'): Promise<string | undefined> {
  try {
    await selfies.check({ data: bytes, declaredType });
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).toBe('INVALID_SELFIE');
    return error.message;
  }
}

describe('checking a selfie: docs/contract.md C8.6, C8.5; docs/reliability.md R6.1, R6.2', () => {
  it('accepts every valid picture of the four types', async () => {
    for (const [name, { type, bytes }] of Object.entries(await ordinaryPictures())) {
      expect({ name, refusal: await refusal(bytes, type) }).toEqual({ name, refusal: undefined });
    }
  });

  it('the declared type must be one of the four, and the bytes must really be that type', async () => {
    expect(await refusal(await jpeg(), 'svg+xml')).toMatch(/declared as "svg\+xml"\. Send jpeg, png, gif or webp\./);
    expect(await refusal(await png(), 'jpeg')).toMatch(/declared as jpeg but its bytes are png\. Declare png\./);
    expect(await refusal(await jpeg(), 'webp')).toMatch(/bytes are jpeg/);
    for (const foreign of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'),
      Buffer.from('%PDF-1.7\n'),
      await noise(100, 100).tiff().toBuffer(),
      await noise(100, 100).avif().toBuffer(),
      Buffer.from('BM'.padEnd(100, '\0'), 'latin1'),
      Buffer.from('no picture'),
      Buffer.alloc(0),
    ]) {
      expect(await refusal(foreign)).toMatch(/its bytes are no jpeg, png, gif or webp picture/);
    }
  });

  const claiming = (bytes: Buffer, width: number, height: number) => {
    const copy = Buffer.from(bytes);
    const at = [0xc0, 0xc2].map((marker) => bytes.indexOf(Buffer.from([0xff, marker]))).find((place) => place >= 0)!;
    copy.writeUInt16BE(height, at + 5);
    copy.writeUInt16BE(width, at + 7);
    return copy;
  };
  it.each([
    ['taller', 1, 2],
    ['much taller', 1, 20],
    ['wider', 2, 1],
    ['larger', 3, 3],
  ])('a JPEG whose header claims a picture that is %s than its data is refused', async (_how, wider, taller) => {
    const pictures = [
      [await jpeg(), 200, 150],
      [await noise(200, 150).jpeg({ progressive: true }).toBuffer(), 200, 150],
      [await noise(200, 150).greyscale().jpeg().toBuffer(), 200, 150],
      [await noise(1_600, 600).jpeg().toBuffer(), 1_600, 600],
    ] as const;
    for (const [picture, width, height] of pictures) {
      expect(await refusal(picture)).toBeUndefined();
      expect(await refusal(claiming(picture, width * wider, height * taller))).toMatch(/does not decode/);
    }
  });

  it.each([
    ['shorter', 1, 0.5],
    ['narrower', 0.5, 1],
    ['a row of blocks shorter', 1, 0.85],
    ['smaller', 0.5, 0.5],
  ])('a JPEG whose header claims a picture that is %s than its data is refused', async (_how, wide, tall) => {
    for (const picture of [
      noise(300, 240).jpeg(),
      noise(300, 240).jpeg({ progressive: true }),
      noise(300, 240).jpeg({ chromaSubsampling: '4:4:4' }),
      noise(300, 240).greyscale().jpeg(),
      noise(1_600, 600).jpeg({ quality: 50 }),
    ]) {
      const { data, info } = await picture.toBuffer({ resolveWithObject: true });
      expect(await refusal(data)).toBeUndefined();
      const claimed = claiming(data, Math.floor(info.width * wide), Math.floor(info.height * tall));
      expect(await refusal(claimed)).toMatch(/more pixel data than its header claims/);
    }
  });

  it('at most 2 MiB: exactly 2,097,152 bytes are accepted, one more is not (docs/contract.md C18.1)', async () => {
    const picture = await jpeg();
    const padded = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    expect(await refusal(padded(MAX_SELFIE_BYTES))).toBeUndefined();
    expect(await refusal(padded(MAX_SELFIE_BYTES + 1))).toMatch(/has 2097153 bytes; at most 2097152/);
  });

  it('at least 64 pixels on each side (docs/contract.md C18.1)', async () => {
    for (const [width, height] of [
      [63, 64],
      [64, 63],
      [1, 1],
    ] as const) {
      expect(await refusal(await png(width, height), 'png')).toMatch(`is ${width} × ${height} pixels; at least 64`);
    }
    expect(await refusal(await gif(64, 64), 'gif')).toBeUndefined();
  });

  it('at most 24 megapixels: 6000 × 4000 is accepted, one row more is not (docs/reliability.md R0.14)', async () => {
    const flat = (height: number) => sharp({ create: { width: 6000, height, channels: 3, background: '#abc' } });
    expect(await refusal(await flat(4000).jpeg().toBuffer())).toBeUndefined();
    expect(await refusal(await flat(4001).jpeg().toBuffer())).toMatch(/6000 × 4001 pixels; at most 24 megapixels/);
    expect(await refusal(await flat(4001).png().toBuffer(), 'png')).toMatch(/24 megapixels/);
  });

  it('all frames count: an animation of 1,000 small frames is rejected like one large picture', async () => {
    expect(await refusal(await animated('gif', 1_000, 160, 160), 'gif')).toMatch(/160 × 160 pixels in 1000 frames/);
    expect(await refusal(await animated('gif', 1_000, 64, 64), 'gif')).toBeUndefined();
    const control = Buffer.alloc(8);
    control.writeUInt32BE(1_000, 0);
    const still = await png();
    const apng = Buffer.concat([still.subarray(0, 33), pngChunk('acTL', control), still.subarray(33)]);
    expect(await refusal(apng, 'png')).toMatch(/200 × 150 pixels in 1000 frames/);
  });

  it('a picture truncated at any byte is rejected, in every format', async () => {
    const pictures = {
      jpeg: [await jpeg(80, 70), await noise(80, 70).jpeg({ progressive: true }).toBuffer()],
      png: [await png(80, 70), await noise(80, 70).png({ progressive: true }).toBuffer()],
      gif: [await gif(80, 70), await animated('gif', 6)],
      webp: [await webp(80, 70), await animated('webp', 4)],
    };
    for (const [type, list] of Object.entries(pictures)) {
      for (const bytes of list) {
        for (const length of cuts(bytes.length)) {
          const message = await refusal(bytes.subarray(0, length), type);
          expect(message, `${type} cut to ${length} of ${bytes.length}`).toBeDefined();
        }
      }
    }
  });

  it('a picture with damaged pixel data is rejected', async () => {
    for (const [type, bytes] of [
      ['png', await png()],
      ['gif', await gif()],
    ] as const) {
      const damaged = Buffer.from(bytes);
      for (let at = bytes.length >> 1; at < bytes.length - 100; at += 7) damaged[at] = 0x55;
      expect(await refusal(damaged, type)).toMatch(/does not decode|ends early/);
    }
  });

  it('a JPEG with stray bytes between segments is accepted: cameras write them and browsers display them', async () => {
    const picture = await jpeg();
    const stray = Buffer.concat([picture.subarray(0, 20), Buffer.alloc(3), picture.subarray(20)]);
    expect(await refusal(stray)).toBeUndefined();
    const beforeEnd = Buffer.concat([picture.subarray(0, -2), Buffer.from('0102030405', 'hex'), picture.subarray(-2)]);
    expect(await refusal(beforeEnd)).toBeUndefined();
  });

  it('a polyglot file is handled as a picture: data after the picture is never read, stored or executed', async () => {
    const polyglot = Buffer.concat([await jpeg(), Buffer.from('PK\u0003\u0004<script>alert(1)</script>')]);
    expect(await refusal(polyglot)).toBeUndefined();
  });

  it('rejecting costs at most a quarter of decoding (docs/performance.md P10)', async () => {
    const picture = await noise(2400, 3200).jpeg({ quality: 60 }).toBuffer();
    expect(picture.length).toBeLessThan(MAX_SELFIE_BYTES * 2);
    const bytes = picture.subarray(0, MAX_SELFIE_BYTES);
    await refusal(await jpeg());
    const time = async (data: Buffer, type: string) => {
      const start = performance.now();
      await refusal(data, type);
      return performance.now() - start;
    };
    const decoding = Math.min(await time(bytes, 'jpeg'), await time(bytes, 'jpeg'));
    const refusing = Math.min(await time(bytes, 'png'), await time(bytes, 'png'));
    expect(refusing).toBeLessThan(decoding / 4);
  });
});
