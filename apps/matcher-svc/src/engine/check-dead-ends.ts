import type { DeadEnd } from '@svc/domain';
import { addTo, type BitSet, emptySet, intersect, isIn, sizeOf, subtract } from './bit-set.js';
import { answerOf, answersOf, HIDDEN, type Path, type Questionnaire } from './check-dimensions.js';
import type { Paused } from './check-walk.js';

/** Dimensions up to which all pairs, or all triples, of a path's answers are tried; beyond, answers are left out one by one. */
const MAX_FOR_PAIRS = 40;
const MAX_FOR_TRIPLES = 16;

/**
 * Groups the paths without a match by the fewest answers that set them apart: answers that no path with a match has
 * together. Shortest first; then in the order of paths and steps.
 * @param dead - numbers of paths.
 * @param limit - groups to list.
 * @returns the groups, and how many dead paths none of them explains.
 */
export function* findDeadEnds(
  questionnaire: Questionnaire,
  paths: readonly Path[],
  dead: BitSet,
  limit: number,
): Paused<{ deadEnds: DeadEnd[]; unexplained: number }> {
  const deadEnds: DeadEnd[] = [];
  const unexplained = dead.slice();
  if (sizeOf(dead) === 0) return { deadEnds, unexplained: 0 };
  const having = pathsByChoice(questionnaire, paths);
  const all = emptySet(paths.length);
  for (let path = 0; path < paths.length; path += 1) addTo(all, path);
  const live = all.slice();
  subtract(live, dead);

  const setOf = (path: Path, answers: readonly number[], start: BitSet): BitSet => {
    const set = start.slice();
    for (const at of answers) intersect(set, having[at]![path[at]!]!);
    return set;
  };
  const separates = (path: Path, answers: readonly number[]): boolean =>
    isDisjoint(
      live,
      answers.map((at) => having[at]![path[at]!]!),
    );

  for (const size of [0, 1, 2, 3, Number.POSITIVE_INFINITY]) {
    for (const [number, path] of paths.entries()) {
      if (!isIn(unexplained, number)) continue;
      if (deadEnds.length === limit) return { deadEnds, unexplained: sizeOf(unexplained) };
      yield;
      const shown = [...path.keys()].filter((at) => path[at] !== HIDDEN);
      const answers =
        size === Number.POSITIVE_INFINITY
          ? leaveOut(shown, path)
          : combination(shown, size, (some) => separates(path, some));
      if (!answers) continue;
      const group = setOf(path, answers, all);
      subtract(unexplained, group);
      deadEnds.push({
        answers: answers.map((at) => answerOf(questionnaire.dimensions[at]!, path[at]!)),
        paths: sizeOf(group),
        example: answersOf(questionnaire, path),
      });
    }
  }
  return { deadEnds, unexplained: 0 };

  /** Leaves answers out, the first ones first, as long as the rest still separates. */
  function leaveOut(shown: readonly number[], path: Path): number[] {
    let kept = [...shown];
    for (const at of shown) {
      const fewer = kept.filter((other) => other !== at);
      if (separates(path, fewer)) kept = fewer;
    }
    return kept;
  }
}

/** The first combination of this size, in the order of steps, of which `test` holds; null: none, or too many to try. */
function combination(
  from: readonly number[],
  size: number,
  test: (some: readonly number[]) => boolean,
): number[] | null {
  if (size === 0) return test([]) ? [] : null;
  if (from.length > (size === 2 ? MAX_FOR_PAIRS : size === 3 ? MAX_FOR_TRIPLES : from.length)) return null;
  const chosen: number[] = [];
  const descend = (start: number): boolean => {
    if (chosen.length === size) return test(chosen);
    for (let index = start; index < from.length; index += 1) {
      chosen.push(from[index]!);
      if (descend(index + 1)) return true;
      chosen.pop();
    }
    return false;
  };
  return descend(0) ? chosen : null;
}

/** By dimension and choice: the paths that have it. */
function pathsByChoice({ dimensions }: Questionnaire, paths: readonly Path[]): BitSet[][] {
  const having = dimensions.map(({ choices }) => choices.map(() => emptySet(0)));
  for (const [number, path] of paths.entries()) {
    for (const [at, choice] of path.entries()) {
      if (choice === HIDDEN) continue;
      const sets = having[at]!;
      if (sets[choice]!.length === 0) sets[choice] = emptySet(paths.length);
      addTo(sets[choice]!, number);
    }
  }
  return having;
}

/** Whether no member of `set` is in all of the others. */
function isDisjoint(set: BitSet, others: readonly BitSet[]): boolean {
  for (let word = 0; word < set.length; word += 1) {
    let bits = set[word]!;
    for (const other of others) bits &= other[word]!;
    if (bits !== 0) return false;
  }
  return true;
}
