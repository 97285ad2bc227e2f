import { ServiceError } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { animated, cuts, gif, jpeg, noise, png, pngChunk, webp } from '../testing/pictures.js';
import { createPictureConverter } from './picture-converter.js';

const avif = (width = 64, height = 48) => noise(width, height).avif({ effort: 0 }).toBuffer();

const pictures = createPictureConverter({ log: testLogger(), timeLimitMs: 30_000, startLimitMs: 30_000 });
afterAll(() => pictures.stop());

const convert = (data: Buffer, type: string) => pictures.convert({ data, declaredType: `image/${type}` });

/** The message of INVALID_REQUEST; undefined when the picture is accepted. */
async function refusal(data: Buffer, type = 'jpeg'): Promise<string | undefined> {
  try {
    await convert(data, type);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).toBe('INVALID_REQUEST');
    return error.message;
  }
}

describe('converting an uploaded picture (docs/management.md "Pictures")', () => {
  it.each([
    ['jpeg', jpeg],
    ['png', png],
    ['webp', webp],
    ['avif', avif],
  ])('a %s becomes a WebP of the same size', async (type, create) => {
    const { bytes, width, height } = await convert(await create(200, 150), type);
    expect({ width, height }).toEqual({ width: 200, height: 150 });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 200, height: 150 });
  });

  it('the same bytes become the same WebP', async () => {
    const picture = await png();
    expect((await convert(picture, 'png')).bytes).toEqual((await convert(picture, 'png')).bytes);
  });

  it('transparency is kept', async () => {
    const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    expect(await sharp((await convert(clear, 'png')).bytes).metadata()).toMatchObject({ hasAlpha: true });
  });

  it('a longer side over 1,280 px is scaled down', async () => {
    expect(
      await convert(
        await sharp(await png(64, 32))
          .resize(2560, 1280)
          .jpeg()
          .toBuffer(),
        'jpeg',
      ),
    ).toMatchObject({
      width: 1280,
      height: 640,
    });
  });

  it('metadata is removed and the orientation that it says is applied', async () => {
    const turned = await noise(40, 20)
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(turned).metadata()).exif).toBeDefined();
    const { bytes, width, height } = await convert(turned, 'jpeg');
    expect({ width, height }).toEqual({ width: 20, height: 40 });
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(Buffer.from(bytes).includes('secret-owner')).toBe(false);
  });

  it('of a file that is a picture and something else, only the pixels remain', async () => {
    const script = '<script>alert(document.domain)</script>';
    for (const [type, picture] of [
      ['jpeg', await jpeg()],
      ['png', await png()],
      ['webp', await webp()],
      ['avif', await avif()],
    ] as const) {
      const { bytes } = await convert(Buffer.concat([picture, Buffer.from(script)]), type);
      expect(Buffer.from(bytes).includes('alert')).toBe(false);
    }
    const still = await png();
    const inChunk = Buffer.concat([still.subarray(0, 33), pngChunk('tEXt', Buffer.from(script)), still.subarray(33)]);
    expect(Buffer.from((await convert(inChunk, 'png')).bytes).includes('alert')).toBe(false);
  });

  it('other formats are refused, whatever they are declared as', async () => {
    for (const foreign of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.from('%PDF-1.7\n'),
      await gif(),
      await noise(100, 100).tiff().toBuffer(),
      Buffer.alloc(0),
    ]) {
      expect(await refusal(foreign)).toMatch(/must be a JPEG, PNG, WebP or AVIF file/);
    }
    expect(await refusal(await png(), 'jpeg')).toMatch(/is image\/png; Content-Type must be image\/png too/);
  });

  it('a picture that is too large is refused before it is decoded (docs/contract.md C18.1)', async () => {
    expect(await refusal(Buffer.concat([await jpeg(), Buffer.alloc(1024 * 1024)]))).toMatch(/at most 1048576/);
    const wide = await sharp({ create: { width: 4097, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await refusal(wide, 'png')).toMatch(/is 4097 × 8 pixels; each side must have 1 to 4096 pixels/);
    const bomb = Buffer.from(await png());
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    expect(await refusal(bomb, 'png')).toMatch(/is 60000 × 60000 pixels/);
    const declared = Buffer.from(await avif());
    declared.writeUInt32BE(60_000, declared.indexOf('ispe') + 8);
    expect(await refusal(declared, 'avif')).toMatch(/is 60000 × 48 pixels/);
  });

  it('an animation is refused', async () => {
    expect(await refusal(await animated('webp', 3), 'webp')).toMatch(/must not be animated/);
    const sequence = Buffer.from(await avif());
    sequence.write('avis', 8, 'latin1');
    expect(await refusal(sequence, 'avif')).toMatch(/must not be animated/);
  });

  it('a picture that misses bytes, or is damaged, is refused', async () => {
    for (const [type, picture] of [
      ['jpeg', await jpeg()],
      ['png', await png()],
      ['webp', await webp()],
      ['avif', await avif()],
    ] as const) {
      for (const length of cuts(picture.length).slice(0, 6)) {
        expect(await refusal(picture.subarray(0, length), type), `${type} ${length}`).toBeDefined();
      }
    }
    const damaged = Buffer.from(await png());
    damaged.fill(0x55, 60, 2_000);
    expect(await refusal(damaged, 'png')).toMatch(/does not decode/);
  });
});
