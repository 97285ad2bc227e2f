import { MAX_PICTURE_SIDE, MAX_SELFIE_PIXELS, STORED_PICTURE_SIDE } from '@svc/domain';
import sharp from 'sharp';
import type { RgbPicture } from './measure/picture.js';
import type { WebPicture } from './picture-messages.js';

/** Maximum length of the longer side that is analyzed, in pixels: a face of a tenth of it is still large enough. docs/color-method.md A5. */
const MAX_SIDE = 1024;

// Allow only the loaders of the four types. SVG, PDF, TIFF, HEIF and any loader that a libvips release adds stay blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});
sharp.concurrency(1);
sharp.cache(false);

const LIMITS = { limitInputPixels: MAX_SELFIE_PIXELS } as const;

/** libjpeg warnings for pixel data that ends before the size in the header; libjpeg fills the missing part with gray. */
const ENDS_EARLY = /premature end of|found marker 0xd9 instead/i;

/**
 * Decodes the first frame of a picture: upright, sRGB, without transparency and metadata, at most 1,024 px on the longer side.
 * An animation is decoded completely once, so that one with a damaged frame is rejected. docs/reliability.md R6.2.
 * @returns undefined when it cannot be decoded.
 */
export async function decodePicture(
  bytes: Uint8Array,
  { isAnimated }: { isAnimated: boolean },
): Promise<RgbPicture | undefined> {
  try {
    return await decode(bytes, isAnimated, 'warning');
  } catch (error) {
    if (ENDS_EARLY.test(String(error))) return undefined;
  }
  // Other warnings are ignored: cameras write JPEGs with a few stray bytes between segments, which browsers display.
  return decode(bytes, isAnimated, 'error').catch(() => undefined);
}

/**
 * A still picture as pages show it: WebP, upright, sRGB, without metadata, at most 1,280 px on the longer side.
 * @returns undefined when it cannot be decoded.
 */
export async function convertPicture(bytes: Uint8Array): Promise<WebPicture | undefined> {
  // For AVIF. Processes that convert uploads receive no selfies.
  sharp.unblock({ operation: ['VipsForeignLoadHeif'] });
  try {
    return await convert(bytes, 'warning');
  } catch (error) {
    if (ENDS_EARLY.test(String(error))) return undefined;
  }
  return convert(bytes, 'error').catch(() => undefined);
}

async function convert(bytes: Uint8Array, failOn: 'warning' | 'error'): Promise<WebPicture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PICTURE_SIDE ** 2, failOn, pages: 1 })
    .autoOrient()
    .resize({ width: STORED_PICTURE_SIDE, height: STORED_PICTURE_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

async function decode(
  bytes: Uint8Array,
  isAnimated: boolean,
  failOn: 'warning' | 'error',
): Promise<RgbPicture | undefined> {
  if (isAnimated)
    await sharp(bytes, { ...LIMITS, failOn, pages: -1 })
      .resize({ width: 64 })
      .raw()
      .toBuffer();
  const { data, info } = await sharp(bytes, { ...LIMITS, failOn, pages: 1 })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return info.channels === 3 ? { data, width: info.width, height: info.height } : undefined;
}
