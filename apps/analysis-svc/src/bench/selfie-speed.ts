import type { Logger } from '@svc/kit';
import sharp from 'sharp';
import { createSelfieAnalyser } from '../selfie/selfie-analyser.js';
import { toJpeg } from '../testing/portraits.js';
import { paintFace } from '../testing/synthetic-face.js';

export interface AnalysisSpeed {
  /** From a service without any process to the first outcome: start, loading the model, one picture. Milliseconds. */
  coldMs: number;
  /** One picture after the other in one warm process. */
  warmMs: number;
}

/** What the analysis of a picture costs, and what the first one costs more. Medians. */
export async function measureSelfieAnalysis(log: Logger, { rounds = 5 } = {}): Promise<AnalysisSpeed> {
  const selfie = { data: await benchPortrait(), declaredType: 'jpeg' };
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const analyser = createSelfieAnalyser({ log, size: 1 });
    cold.push(await timed(() => analyser.analyse(selfie)));
    for (let picture = 0; picture < 5; picture++) warm.push(await timed(() => analyser.analyse(selfie)));
    analyser.stop();
  }
  return { coldMs: median(cold), warmMs: median(warm) };
}

/** A JPEG of two megapixels with a face in it, as a page sends it. */
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
