import { measureSelfie } from '@svc/analysis-svc/bench';
import type { Row } from './compare.js';

/** P10 of docs/performance.md: a refused selfie against decoding it. */
export async function selfieFigures(): Promise<Row[]> {
  const { bytes, refusalMs, decodeMs } = await measureSelfie();
  return [
    {
      id: 'P10',
      figure: `refused selfie of ${(bytes / 2 ** 20).toFixed(1)} MiB against decoding it`,
      ratio: refusalMs / decodeMs,
      must: '≤ 0.25',
      note: `${refusalMs.toFixed(1)} ms against ${decodeMs.toFixed(1)} ms`,
    },
  ];
}
