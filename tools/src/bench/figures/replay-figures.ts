import { measureReplay } from '@svc/matcher-svc/replay-bench';
import type { Row } from '../compare.js';

/** For information: the cost of a replay before release, in addition to its matches. */
export async function replayFigures(): Promise<Row[]> {
  return measureReplay();
}
