import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { RgbPicture } from '../selfie/measure/picture.js';

const require = createRequire(import.meta.url);

/** Encodes a picture as JPEG. */
export const toJpeg = ({ data, width, height }: RgbPicture): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();

/** The test face of the model's package: a rendered woman of 256 × 256 pixels, lit from the right. */
export function packagedFace(): Buffer {
  const packageDirectory = dirname(dirname(require.resolve('@vladmandic/human')));
  const source = readFileSync(join(packageDirectory, 'src/sample.ts'), 'utf8');
  const [, encoded = ''] = /face: string = `([^`]*)`/.exec(source) ?? [];
  return Buffer.from(encoded, 'base64');
}

/** The packaged face in even, warm light: its bright half mirrored. The analysis accepts it. */
export async function evenPortrait(): Promise<Sharp> {
  const side = 768;
  const nose = Math.round(side * 0.485);
  const width = side - nose;
  const half = await sharp(packagedFace())
    .resize(side, side)
    .extract({ left: nose, top: 0, width, height: side })
    .linear([1.02, 1, 0.78], [0, 0, 0])
    .png()
    .toBuffer();
  return sharp({ create: { width: 2 * width, height: side, channels: 3, background: '#fff' } }).composite([
    { input: await sharp(half).flop().toBuffer(), left: 0, top: 0 },
    { input: half, left: width, top: 0 },
  ]);
}
