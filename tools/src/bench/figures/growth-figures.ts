import { measureGrowth } from '@svc/matcher-svc/growth-bench';
import type { Row } from '../compare.js';

/** "How cost grows" of docs/performance.md: one match by variants and rules, inside the engine. */
export async function growthFigures(): Promise<Row[]> {
  return measureGrowth();
}
