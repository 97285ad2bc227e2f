import { type Dimension, HIDDEN, type Path, type Questionnaire } from './check-dimensions.js';
import { type Paused, Walk } from './check-walk.js';

/** Paths between two pauses. */
const PATHS_A_PAUSE = 200;

/**
 * Enumerates every path that the questionnaire allows; null when there are more than `bound`.
 * @param onFound - receives the number of paths so far.
 */
export function* allPaths(
  questionnaire: Questionnaire,
  bound: number,
  onFound?: (count: number) => void,
): Paused<Path[] | null> {
  const { dimensions } = questionnaire;
  const walk = new Walk(questionnaire);
  const path = new Int16Array(dimensions.length);
  const paths: Path[] = [];

  function* descend(at: number): Paused<boolean> {
    const dimension = dimensions[at];
    if (!dimension) {
      if (paths.length === bound) return false;
      paths.push(path.slice());
      if (paths.length % PATHS_A_PAUSE === 0) {
        onFound?.(paths.length);
        yield;
      }
      return true;
    }
    for (const choice of walk.shows(dimension) ? dimension.choices.keys() : [HIDDEN]) {
      path[at] = choice;
      walk.answer(dimension, choice);
      const goOn = yield* descend(at + 1);
      walk.answer(dimension, HIDDEN);
      if (!goOn) return false;
    }
    return true;
  }

  return (yield* descend(0)) ? paths : null;
}

/** Number of paths if every step were always shown: an upper bound, at most the largest exact integer. */
export const countPaths = (dimensions: readonly Dimension[]): number =>
  Math.min(
    Number.MAX_SAFE_INTEGER,
    dimensions.reduce((product, { choices }) => product * choices.length, 1),
  );
