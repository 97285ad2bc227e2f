import { measureReplay } from '@svc/matcher-svc/replay-bench';
import type { Row } from './compare.js';

/** For information: what a replay before release costs beside its matches. */
export async function replayFigures(): Promise<Row[]> {
  return measureReplay();
}
