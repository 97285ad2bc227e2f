import sharp from 'sharp';
import { checkSelfieHeader } from '../selfie/check-selfie.js';
import { hasSurplusPixels } from '../selfie/jpeg-surplus.js';
import { benchPortrait } from './selfie-speed.js';

export { type ClassFigures, type Fairness, measureFairness } from './fairness.js';
export { benchPortrait, measureSelfieAnalysis } from './selfie-speed.js';

export interface SelfieMeasurement {
  bytes: number;
  /** Time to read a body with a truncated picture and reject it, in milliseconds. */
  refusalMs: number;
  /** Time to decode the whole picture and scale it to 512 px, in milliseconds. */
  decodeMs: number;
}

/** P10: cost of a picture that is rejected before decoding, compared with decoding it. Medians; seeded noise. */
export async function measureSelfie({ rounds = 15 } = {}): Promise<SelfieMeasurement> {
  const picture = await noisyJpeg(2400, 3200);
  const cut = picture.subarray(0, picture.length - 2);
  const body = JSON.stringify({ selfie: `data:image/jpeg;base64,${cut.toString('base64')}` });
  const refusals: number[] = [];
  const decodes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    refusals.push(await timed(async () => refuse(body)));
    decodes.push(await timed(() => sharp(picture).resize(512).raw().toBuffer()));
  }
  return { bytes: picture.length, refusalMs: median(refusals), decodeMs: median(decodes) };
}

/** P10: counting the pixel data of a selfie of two megapixels, against decoding it. Medians, milliseconds. */
export async function measureCounting({ rounds = 31 } = {}): Promise<{ countMs: number; decodeMs: number }> {
  const picture = await benchPortrait();
  const counts: number[] = [];
  const decodes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    counts.push(await timed(async () => hasSurplusPixels(picture)));
    decodes.push(await timed(() => sharp(picture).resize(1_024).raw().toBuffer()));
  }
  return { countMs: median(counts), decodeMs: median(decodes) };
}

function refuse(body: string): void {
  const { selfie } = JSON.parse(body) as { selfie: string };
  const data = Buffer.from(selfie.slice(selfie.indexOf(',') + 1), 'base64');
  try {
    checkSelfieHeader({ data, declaredType: 'jpeg' });
  } catch {
    return;
  }
  throw new Error('A truncated picture was not rejected.');
}

/** A picture just under 2 MiB: soft blobs with as much noise as fits. */
async function noisyJpeg(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 25 };
  const image = sharp({ create: { width, height, channels: 3, background: '#808080', noise } });
  return image.blur(1).jpeg({ quality: 88 }).toBuffer();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] as number;
