/**
 * The process that decodes selfies, and nothing else: a fault of the image library ends it, not the service.
 * Started by `decode-process.ts`; holds one picture at a time, in memory only. Imports no other file of this project, so
 * that it runs from the sources as it does from `dist`.
 */
import { MAX_SELFIE_PIXELS } from '@svc/domain';
import sharp from 'sharp';

// Only the loaders of the four types: SVG, PDF, TIFF, HEIF and whatever a libvips release adds stay blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});
sharp.concurrency(1);
sharp.cache(false);

/**
 * Decodes every pixel of every frame and drops them.
 * `failOn: 'error'` still refuses every picture that ends early; 'warning' would also refuse JPEGs with a few stray
 * bytes between segments, which cameras write and browsers show.
 */
async function decodes(bytes: Uint8Array): Promise<boolean> {
  try {
    await sharp(bytes, { pages: -1, limitInputPixels: MAX_SELFIE_PIXELS, failOn: 'error' })
      .resize({ width: 256, height: 256, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}

// A Ctrl-C goes to the whole process group, but pictures in work belong to requests that are still being answered: the
// service decides when to end, and losing it ends this process too.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
process.on('message', async (bytes: Uint8Array) => {
  process.send?.({ decoded: await decodes(bytes), rssBytes: process.memoryUsage.rss() });
});
process.send?.({ ready: true });
