import { measureEngine } from '@svc/matcher-svc/bench';
import type { Row } from '../compare.js';

/** P3, P4 and P5 of docs/performance.md: one match inside the engine, its growth, and its memory. */
export async function engineFigures(): Promise<Row[]> {
  return measureEngine();
}
