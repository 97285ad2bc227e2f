import { answersInForce } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { createProfile, type ProfileInput } from '../rank/profile.js';
import { addTo, type BitSet, emptySet, unite } from '../structures/bit-set.js';
import type { Path, Questionnaire } from './check-dimensions.js';
import { matchedSet, meet, toAnalysis } from './check-match.js';
import type { ConflictPair } from './check-rules.js';
import type { Paused } from './check-walk.js';
import type { CheckProgress } from './funnel-check.js';

/** Paths between two pauses of simple work. */
const PATHS_A_PAUSE = 100;

/** The results of the walked paths. */
export interface Outcomes {
  /** Number of walked paths. */
  walked: number;
  /** Numbers of paths without a match, ascending. */
  dead: number[];
  /** Variants that matched on any path. */
  reached: BitSet;
  tabs: Set<CompiledFunnel['tabs'][number]>;
  /** Numbers of the rules that applied. */
  held: Set<number>;
  /** By conflict: number of paths on which both rules applied. */
  conflicts: number[];
}

export const noOutcomes = (funnel: CompiledFunnel, pairs: readonly ConflictPair[]): Outcomes => ({
  walked: 0,
  dead: [],
  reached: emptySet(funnel.assortment.variantCount),
  tabs: new Set(),
  held: new Set(),
  conflicts: pairs.map(() => 0),
});

/** Input of all walks of one check. */
export interface WalkContext {
  funnel: CompiledFunnel;
  questionnaire: Questionnaire;
  pairs: readonly ConflictPair[];
  /** UTC, `YYYY-MM-DD`. */
  date: string;
  progress: CheckProgress;
}

/** Walks the paths that were not walked yet and adds their results. Cost: one test of all variants per path. */
export function* walkPaths(context: WalkContext, paths: readonly Path[], outcomes: Outcomes): Paused<void> {
  const { funnel, questionnaire, pairs, date, progress } = context;
  const ruleNumbers = new Map(funnel.rules.map((rule, at) => [rule, at]));
  for (let number = outcomes.walked; number < paths.length; number += 1) {
    const { profile, matched } = matchOn(funnel, toAnalysis(questionnaire, paths[number]!, date));
    if (isEmpty(matched)) outcomes.dead.push(number);
    unite(outcomes.reached, matched);
    for (const tab of funnel.tabs) {
      if (!outcomes.tabs.has(tab) && meet(tab.selected, matched)) outcomes.tabs.add(tab);
    }
    const holding = new Set(profile.rules.map((rule) => ruleNumbers.get(rule)!));
    for (const rule of holding) outcomes.held.add(rule);
    for (const [at, { first, second }] of pairs.entries()) {
      if (holding.has(first) && holding.has(second)) outcomes.conflicts[at]! += 1;
    }
    outcomes.walked = number + 1;
    Object.assign(progress, { phase: 'WALK', done: outcomes.walked, total: paths.length });
    yield;
  }
}

/**
 * The dead paths combined with each other color type, unless walked already. Whether answers are a dead end for every color
 * type cannot be decided from the few color types on pairwise paths.
 * @param options.room - maximum number of paths.
 */
export function* otherColors(
  { questionnaire }: WalkContext,
  paths: readonly Path[],
  { dead, room }: { dead: readonly number[]; room: number },
): Paused<Path[]> {
  if (!questionnaire.hasColor || dead.length === 0) return [];
  const at = questionnaire.dimensions.length - 1;
  const toKey = (path: Path) => path.subarray(0, at).join();
  const walked = new Map<string, Set<number>>();
  for (const [turn, number] of dead.entries()) {
    if (turn % PATHS_A_PAUSE === 0) yield;
    walked.set(toKey(paths[number]!), new Set());
  }
  for (const [turn, path] of paths.entries()) {
    if (turn % PATHS_A_PAUSE === 0) yield;
    walked.get(toKey(path))?.add(path[at]!);
  }
  const others: Path[] = [];
  for (const number of dead) {
    yield;
    const path = paths[number]!;
    const seen = walked.get(toKey(path))!;
    for (const color of questionnaire.dimensions[at]!.choices.keys()) {
      if (seen.has(color) || others.length >= room) continue;
      seen.add(color);
      const other = path.slice();
      other[at] = color;
      others.push(other);
    }
  }
  return others;
}

/** The paths among these that have no match in another version either, with the same answers where it has the steps. */
export function* deadIn(
  baseline: CompiledFunnel,
  context: WalkContext,
  paths: readonly Path[],
  dead: readonly number[],
) {
  const known: number[] = [];
  for (const number of dead) {
    const analysis = toAnalysis(context.questionnaire, paths[number]!, context.date);
    const answers = answersInForce(analysis.answers, baseline.steps, analysis.presence);
    if (isEmpty(matchOn(baseline, { ...analysis, answers }).matched)) known.push(number);
    yield;
  }
  return known;
}

function matchOn(funnel: CompiledFunnel, { presence, ...analysis }: Required<ProfileInput>) {
  const profile = createProfile(funnel, funnel.asksForPresence ? { presence, ...analysis } : analysis);
  return { profile, matched: matchedSet(funnel, profile) };
}

const isEmpty = (set: BitSet): boolean => set.every((word) => word === 0);

/** A set of path numbers. */
export function toSet(numbers: readonly number[], size: number): BitSet {
  const set = emptySet(size);
  for (const number of numbers) addTo(set, number);
  return set;
}
