import { MAX_SELFIE_PIXELS } from '@svc/domain';
import sharp from 'sharp';
import type { RgbPicture } from './measure/picture.js';

/** The longer side of what is analysed: a face of a tenth of it is still large enough. Colour analysis 2.3. */
const MAX_SIDE = 1024;

// Only the loaders of the four types: SVG, PDF, TIFF, HEIF and whatever a libvips release adds stay blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});
sharp.concurrency(1);
sharp.cache(false);

/**
 * `failOn: 'error'` still refuses every picture that ends early; 'warning' would also refuse JPEGs with a few stray
 * bytes between segments, which cameras write and browsers show.
 */
const LIMITS = { limitInputPixels: MAX_SELFIE_PIXELS, failOn: 'error' } as const;

/**
 * Decodes a picture: the first frame, upright, sRGB, without transparency and metadata, at most 1,024 px long. All
 * frames of an animation are decoded once, so that one damaged anywhere is refused. Reliability R6.2.
 * @returns undefined when it does not decode.
 */
export async function decodePicture(
  bytes: Uint8Array,
  { isAnimated }: { isAnimated: boolean },
): Promise<RgbPicture | undefined> {
  try {
    if (isAnimated)
      await sharp(bytes, { ...LIMITS, pages: -1 })
        .resize({ width: 64 })
        .raw()
        .toBuffer();
    const { data, info } = await sharp(bytes, { ...LIMITS, pages: 1 })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return info.channels === 3 ? { data, width: info.width, height: info.height } : undefined;
  } catch {
    return undefined;
  }
}
