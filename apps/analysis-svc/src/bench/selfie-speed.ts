import type { Logger } from '@svc/kit';
import sharp from 'sharp';
import { createSelfieAnalyzer } from '../selfie/selfie-analyzer.js';
import { toJpeg } from '../testing/portraits.js';
import { paintFace } from '../testing/synthetic-face.js';

export interface AnalysisSpeed {
  /** Time from no process to the first outcome: start, loading the model, one picture. Milliseconds. */
  coldMs: number;
  /** Time per picture in one warm process, one after the other. */
  warmMs: number;
}

/** Measures the time to analyze a picture, and the first picture. Medians. */
export async function measureSelfieAnalysis(log: Logger, { rounds = 5 } = {}): Promise<AnalysisSpeed> {
  const selfie = { data: await benchPortrait(), declaredType: 'jpeg' };
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const analyzer = createSelfieAnalyzer({ log, size: 1 });
    cold.push(await timed(() => analyzer.analyze(selfie)));
    for (let picture = 0; picture < 5; picture++) warm.push(await timed(() => analyzer.analyze(selfie)));
    analyzer.stop();
  }
  return { coldMs: median(cold), warmMs: median(warm) };
}

/** A JPEG of two megapixels with a face, as the page sends it. */
export async function benchPortrait(): Promise<Buffer> {
  return sharp(await toJpeg(paintFace().picture))
    .resize(1_600)
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] as number;
