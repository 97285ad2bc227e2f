import { addTo, type BitSet, countMembers, emptySet, intersect, isIn, subtract } from '../structures/bit-set.js';
import { HIDDEN, type Path, type Questionnaire, toAnswer, toAnswers } from './check-dimensions.js';
import type { Paused } from './check-walk.js';
import type { DeadEnd, DeadEndKind } from './funnel-check.js';

/** Maximum number of dimensions for which all pairs, or all triples, of a path's answers are tried; above it, answers are left out one by one. */
const MAX_FOR_PAIRS = 40;
const MAX_FOR_TRIPLES = 16;

/** Maximum size of the listed answers in characters, because options may have megabytes. The first dead end is always listed. */
const MAX_LISTED_CHARACTERS = 1_000_000;

/** Paths between two pauses of simple work. */
const PATHS_A_PAUSE = 100;

/** Sizes of the tried groups of answers, smallest first; the last one stands for all remaining answers. */
const SIZES = [0, 1, 2, 3, Number.POSITIVE_INFINITY];

export interface DeadPaths {
  /** Numbers of the paths without a match. */
  dead: BitSet;
  /** Those that have no match in the baseline version either. */
  known: BitSet;
}

export interface GroupedDeadEnds {
  /** The first dead ends, at most `limit`. */
  first: DeadEnd[];
  /** Number of dead ends, plus one for each dead path that no listed dead end explains. */
  total: number;
  /** Like `total`, for the kind `ANSWERS` only. */
  blocking: number;
}

/**
 * Groups the paths without a match by the smallest set of answers that no path with a match has. Sorted by kind, then by
 * size, then in the order of paths and steps.
 * @param limit - maximum number of listed groups.
 * @param onDone - receives the number of explained dead paths.
 */
export function* findDeadEnds(
  questionnaire: Questionnaire,
  paths: readonly Path[],
  { dead, known }: DeadPaths,
  { limit, onDone }: { limit: number; onDone?: (explained: number) => void },
): Paused<GroupedDeadEnds> {
  const deadCount = countMembers(dead);
  if (deadCount === 0) return { first: [], total: 0, blocking: 0 };
  const having = yield* pathsByChoice(questionnaire, paths);
  const all = emptySet(paths.length);
  for (let path = 0; path < paths.length; path += 1) addTo(all, path);
  const live = all.slice();
  subtract(live, dead);
  const separates = (path: Path, answers: readonly number[]): boolean =>
    isDisjoint(
      live,
      answers.map((at) => having[at]![path[at]!]!),
    );

  const first: DeadEnd[] = [];
  let characters = 0;
  const unexplained = dead.slice();
  const byKind = yield* numbersByKind();
  for (const [kind, numbers] of byKind) {
    for (const size of SIZES) {
      for (const number of numbers) {
        if (!isIn(unexplained, number)) continue;
        if (first.length === limit || characters > MAX_LISTED_CHARACTERS) return result();
        yield;
        const path = paths[number]!;
        const shown = shownOn(path, kind === 'COLOR_TYPE');
        const answers =
          size === Number.POSITIVE_INFINITY
            ? leaveOut(shown, path)
            : combination(shown, size, (some) => separates(path, some));
        if (!answers) continue;
        const group = all.slice();
        for (const at of answers) intersect(group, having[at]![path[at]!]!);
        subtract(unexplained, group);
        const found = {
          kind,
          answers: answers.map((at) => toAnswer(questionnaire.dimensions[at]!, path[at]!)),
          paths: countMembers(group),
          example: toAnswers(questionnaire, path),
        };
        first.push(found);
        characters += found.example.reduce((sum, { chosen }) => sum + chosen.join('').length, 0);
        onDone?.(deadCount - countMembers(unexplained));
      }
    }
  }
  return result();

  function result(): GroupedDeadEnds {
    const left = (numbers: readonly number[]) => numbers.filter((number) => isIn(unexplained, number)).length;
    const listed = first.filter(({ kind }) => kind === 'ANSWERS').length;
    return {
      first,
      total: first.length + countMembers(unexplained),
      blocking: listed + left(byKind.get('ANSWERS')!),
    };
  }

  /** Dead paths by the kind of their dead end, in order. */
  function* numbersByKind(): Paused<Map<DeadEndKind, number[]>> {
    const numbers = new Map<DeadEndKind, number[]>([
      ['ANSWERS', []],
      ['PUBLISHED', []],
      ['COLOR_TYPE', []],
    ]);
    for (const [number, path] of paths.entries()) {
      if (number % PATHS_A_PAUSE === 0) yield;
      if (isIn(dead, number)) numbers.get(getKind(number, path))!.push(number);
    }
    return numbers;
  }

  function getKind(number: number, path: Path): DeadEndKind {
    // The same answers have no match with any of the tried color types.
    const isColorless = !questionnaire.hasColor || separates(path, shownOn(path, false));
    if (!isColorless) return 'COLOR_TYPE';
    return isIn(known, number) ? 'PUBLISHED' : 'ANSWERS';
  }

  /** Dimensions that a path answers. The color type, the last one, is included on request. */
  function shownOn(path: Path, withColor: boolean): number[] {
    const shown = [...path.keys()].filter((at) => path[at] !== HIDDEN);
    return questionnaire.hasColor && !withColor ? shown.filter((at) => at !== path.length - 1) : shown;
  }

  /** Removes answers, first ones first, as long as the remaining ones still separate the path. */
  function leaveOut(shown: readonly number[], path: Path): number[] {
    let kept = [...shown];
    for (const at of shown) {
      const fewer = kept.filter((other) => other !== at);
      if (separates(path, fewer)) kept = fewer;
    }
    return kept;
  }
}

/** The first combination of this size, in the order of steps, for which `test` holds; null: there is none, or too many to try. */
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

/** The paths by dimension and choice. */
function* pathsByChoice({ dimensions }: Questionnaire, paths: readonly Path[]): Paused<BitSet[][]> {
  const having = dimensions.map(({ choices }) => choices.map(() => emptySet(0)));
  for (const [number, path] of paths.entries()) {
    if (number % PATHS_A_PAUSE === 0) yield;
    for (const [at, choice] of path.entries()) {
      if (choice === HIDDEN) continue;
      const sets = having[at]!;
      if (sets[choice]!.length === 0) sets[choice] = emptySet(paths.length);
      addTo(sets[choice]!, number);
    }
  }
  return having;
}

/** Whether no member of `set` is in all of the other sets. */
function isDisjoint(set: BitSet, others: readonly BitSet[]): boolean {
  for (let word = 0; word < set.length; word += 1) {
    let bits = set[word]!;
    for (let at = 0; bits !== 0 && at < others.length; at += 1) bits &= others[at]![word]!;
    if (bits !== 0) return false;
  }
  return true;
}
