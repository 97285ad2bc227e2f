import { HIDDEN, type Path, type Questionnaire } from './check-dimensions.js';
import { findPath, type Goal } from './check-find-path.js';
import { PairTable } from './check-pair-table.js';
import { type Paused, Walk } from './check-walk.js';

export interface PairwisePaths {
  paths: Path[];
  /** Number of uncovered pairs that are not known to be impossible. */
  undecided: number;
}

/** Maximum number of choices of all steps for which pairs are covered; the table has this number squared of bytes. */
const MAX_CHOICES = 2_000;

/**
 * Paths that together contain every possible pair of choices: a covering array of strength 2, built greedily and
 * deterministically. The first paths are those for the given goals, as far as they can be met.
 * @param onFound - receives the number of paths so far.
 */
export function* pairwisePaths(
  questionnaire: Questionnaire,
  goals: readonly Goal[],
  bound: number,
  onFound?: (count: number) => void,
): Paused<PairwisePaths> {
  const { dimensions } = questionnaire;
  const sizes = dimensions.map(({ choices }) => choices.length);
  const choiceCount = sizes.reduce((sum, size) => sum + size, 0);
  const table = choiceCount > MAX_CHOICES ? null : new PairTable(dimensions);
  const paths: Path[] = [];
  let undecided = 0;

  const add = (fixed: ReadonlyMap<number, number>): void => {
    const path = complete(questionnaire, fixed, table, paths.length);
    table?.cover(path);
    paths.push(path);
    onFound?.(paths.length);
  };
  for (const goal of goals) {
    yield;
    const found = findPath(questionnaire, goal);
    if (found instanceof Map && paths.length < bound) add(found);
  }
  for (const [a, size] of sizes.entries()) {
    for (let choiceA = 0; choiceA < size; choiceA += 1) {
      // Without a table every choice once; with it every pair, and choices that are in no pair.
      const partners = table ? sizes.slice(a) : [0];
      for (const [distance, partnerSize] of partners.entries()) {
        const b = a + distance;
        for (let choiceB = 0; choiceB < (b === a ? 1 : partnerSize); choiceB += 1) {
          const other = b === a ? choiceA : choiceB;
          if (table && !table.isOpen(a, choiceA, b, other)) continue;
          yield;
          const choices = new Map([
            [a, choiceA],
            [b, other],
          ]);
          const found = paths.length < bound ? findPath(questionnaire, { choices, conditions: [] }) : 'undecided';
          if (found instanceof Map) add(found);
          else if (found === 'undecided') undecided += 1;
        }
      }
      if (!table) undecided += sizes.slice(a + 1).reduce((sum, other) => sum + other, 0);
    }
  }
  return { paths, undecided };
}

/** Completes a path with the given choices: each other step gets the choice that covers most uncovered pairs. */
function complete(
  questionnaire: Questionnaire,
  fixed: ReadonlyMap<number, number>,
  table: PairTable | null,
  turn: number,
): Path {
  const { dimensions } = questionnaire;
  const path: Path = new Int16Array(dimensions.length).fill(HIDDEN);
  const walk = new Walk(questionnaire);
  const answered = [...fixed].filter(([, choice]) => choice !== HIDDEN).map(([at]) => at);
  for (const [at, choice] of fixed) path[at] = choice;
  for (const [at, dimension] of dimensions.entries()) {
    if (!fixed.has(at) && walk.shows(dimension)) {
      path[at] = bestChoice();
      answered.push(at);
    }
    walk.answer(dimension, path[at]!);

    function bestChoice(): number {
      const { length } = dimension.choices;
      let best = turn % length;
      if (!table) return best;
      let bestGain = -1;
      // Starts with another choice each time, so that equal gains do not always select the same one.
      for (let offset = 0; offset < length; offset += 1) {
        const choice = (turn + offset) % length;
        const gain = table.gain(path, answered, at, choice);
        if (gain > bestGain) [best, bestGain] = [choice, gain];
      }
      return best;
    }
  }
  return path;
}
