import { MAX_SELFIE_PIXELS } from '@svc/domain';
import sharp from 'sharp';
import type { RgbPicture } from './measure/picture.js';

/** The longer side of what is analysed: a face of a tenth of it is still large enough. docs/color-method.md A5. */
const MAX_SIDE = 1024;

// Only the loaders of the four types: SVG, PDF, TIFF, HEIF and whatever a libvips release adds stay blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});
sharp.concurrency(1);
sharp.cache(false);

const LIMITS = { limitInputPixels: MAX_SELFIE_PIXELS } as const;

/** What libjpeg warns of when the pixel data end before the picture that the header claims; it fills the rest with gray. */
const ENDS_EARLY = /premature end of|found marker 0xd9 instead/i;

/**
 * Decodes a picture: the first frame, upright, sRGB, without transparency and metadata, at most 1,024 px long. All
 * frames of an animation are decoded once, so that one damaged anywhere is refused. docs/reliability.md R6.2.
 * @returns undefined when it does not decode.
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
  // Cameras write JPEGs with a few stray bytes between segments, and browsers show them: other warnings refuse no picture.
  return decode(bytes, isAnimated, 'error').catch(() => undefined);
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
