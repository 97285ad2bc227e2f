import {
  type Findings,
  type FunnelCheck,
  MAX_CHECK_FINDINGS,
  MAX_CHECKED_PATHS,
  MAX_ELIGIBLE_VARIANTS,
} from '@svc/domain';
import { addTo, type BitSet, emptySet, forEachIn, intersect, sizeOf, subtract, unite } from './bit-set.js';
import { allPaths, countPaths } from './check-all-paths.js';
import { findDeadEnds } from './check-dead-ends.js';
import { type Path, type Questionnaire, questionnaireOf } from './check-dimensions.js';
import type { Goal } from './check-find-path.js';
import { analysisOf, matchedSet, meet } from './check-match.js';
import { idleOptions } from './check-options.js';
import { pairwisePaths } from './check-pairwise.js';
import { pathTowards } from './check-reach.js';
import { type ConflictPair, conflictPairs, idleReason } from './check-rules.js';
import type { Paused } from './check-walk.js';
import type { CompiledFunnel } from './compile-funnel.js';
import { profileOf } from './profile.js';
import { textAt } from './text-table.js';

export interface CheckOptions {
  /** Rules with dates are taken as on this day; UTC, `YYYY-MM-DD`. */
  date: string;
  /** Paths that are walked one by one. */
  maxPaths?: number;
}

/** Conflicting pairs of rules for which a path is looked for. */
const MAX_CONFLICT_GOALS = 500;

/** Variants on no pairwise path for which a path of their own is tried. */
const MAX_TARGETED_VARIANTS = 1_000;

/**
 * Walks a funnel's answer paths and reports what no visitor would find and what acts nowhere. Pure; pauses after every
 * few milliseconds of work. Cost: one test of all variants a path.
 */
export function* checkFunnel(
  funnel: CompiledFunnel,
  { date, maxPaths = MAX_CHECKED_PATHS }: CheckOptions,
): Paused<FunnelCheck> {
  const pairs = yield* conflictPairs(funnel);
  const { questionnaire, paths, method, undecided } = yield* pathsOf(funnel, pairs, maxPaths);
  let seen = yield* walkPaths(funnel, questionnaire, paths, { date, pairs });
  if (method !== 'all') {
    const missing = membersOf(missedBy(funnel, seen)).slice(0, MAX_TARGETED_VARIANTS);
    for (const variant of missing) {
      if (paths.length < maxPaths) paths.push(pathTowards(funnel, questionnaire, variant));
      yield;
    }
    if (missing.length > 0) seen = yield* walkPaths(funnel, questionnaire, paths, { date, pairs });
  }
  const { deadEnds, unexplained } = yield* findDeadEnds(questionnaire, paths, seen.dead, MAX_CHECK_FINDINGS);

  const unreachable = membersOf(missedBy(funnel, seen)).map((variant) => textAt(funnel.assortment.variants, variant));
  const keyOf = (rule: number): string => funnel.settings.rules[rule]!.key;
  const idle = funnel.rules.flatMap((rule, at) => {
    const reason = idleReason(funnel, rule, seen.held.has(at), date);
    return reason ? [{ rule: keyOf(at), reason }] : [];
  });
  const conflicts = pairs.flatMap(({ kind, first, second }, at) => {
    const count = seen.conflicts[at]!;
    const rules: [string, string] = [keyOf(first), keyOf(second)];
    return count > 0 ? [{ kind, rules, paths: count }] : [];
  });
  return {
    date,
    paths: {
      method,
      checked: paths.length,
      total: method === 'all' ? paths.length : countPaths(questionnaire.dimensions),
      undecidedPairs: undecided,
      multiSelection: questionnaire.multiSelection,
      colorType: questionnaire.hasColor ? 'independent' : 'ignored',
    },
    deadEnds: { total: deadEnds.length + unexplained, first: deadEnds },
    deadPaths: sizeOf(seen.dead),
    unreachableVariants: findings(unreachable),
    emptyTabs: findings(funnel.tabs.filter((tab) => !seen.tabs.has(tab)).map(({ tab }) => tab.key)),
    idleRules: findings(idle),
    conflicts: findings(conflicts),
    idleOptions: findings(idleOptions(funnel)),
    eligible: eligibleOf(funnel, paths.length),
  };
}

/** Variants of the funnel's assortment that matched on no path. */
function missedBy({ scope }: CompiledFunnel, seen: Seen): BitSet {
  const missed = scope.slice();
  subtract(missed, seen.reached);
  return missed;
}

function membersOf(set: BitSet): number[] {
  const members: number[] = [];
  forEachIn(set, (member) => members.push(member));
  return members;
}

const findings = <T>(all: readonly T[]): Findings<T> => ({
  total: all.length,
  first: all.slice(0, MAX_CHECK_FINDINGS),
});

interface ChosenPaths {
  questionnaire: Questionnaire;
  paths: Path[];
  method: FunnelCheck['paths']['method'];
  undecided: number;
}

/** All paths, or if there are too many, pairwise ones. */
function* pathsOf(funnel: CompiledFunnel, pairs: readonly ConflictPair[], maxPaths: number): Paused<ChosenPaths> {
  const full = questionnaireOf(funnel, 'combinations');
  const paths = full && (yield* allPaths(full, maxPaths));
  if (full && paths) return { questionnaire: full, paths, method: 'all', undecided: 0 };
  const questionnaire = questionnaireOf(funnel, 'one-or-all')!;
  const chosen = yield* pairwisePaths(questionnaire, goalsOf(funnel, pairs), maxPaths);
  return { questionnaire, ...chosen, method: chosen.undecided === 0 ? 'pairwise' : 'partial' };
}

/** Paths that pairs of answers alone may miss: for each rule one on which it holds, for each conflict one with both. */
function goalsOf({ rules }: CompiledFunnel, pairs: readonly ConflictPair[]): Goal[] {
  const goal = (...numbers: number[]): Goal => ({
    choices: new Map(),
    conditions: numbers.flatMap((rule) => rules[rule]!.when ?? []),
  });
  const both = pairs.slice(0, MAX_CONFLICT_GOALS).map(({ first, second }) => goal(first, second));
  return [...rules.keys()]
    .map((rule) => goal(rule))
    .concat(both)
    .filter(({ conditions }) => conditions.length > 0);
}

/** What happened on the paths. */
interface Seen {
  /** Numbers of paths without a match. */
  dead: BitSet;
  /** Variants that matched on some path. */
  reached: BitSet;
  tabs: Set<CompiledFunnel['tabs'][number]>;
  /** Numbers of rules that held. */
  held: Set<number>;
  /** By conflict: paths on which both rules held. */
  conflicts: number[];
}

function* walkPaths(
  funnel: CompiledFunnel,
  questionnaire: Questionnaire,
  paths: readonly Path[],
  { date, pairs }: { date: string; pairs: readonly ConflictPair[] },
): Paused<Seen> {
  const seen: Seen = {
    dead: emptySet(paths.length),
    reached: emptySet(funnel.assortment.variantCount),
    tabs: new Set(),
    held: new Set(),
    conflicts: pairs.map(() => 0),
  };
  const numberOf = new Map(funnel.rules.map((rule, at) => [rule, at]));
  for (const [number, path] of paths.entries()) {
    const { presence, ...analysis } = analysisOf(questionnaire, path, date);
    const profile = profileOf(funnel, funnel.asksForPresence ? { presence, ...analysis } : analysis);
    const matched = matchedSet(funnel, profile);
    if (matched.every((word) => word === 0)) addTo(seen.dead, number);
    unite(seen.reached, matched);
    for (const tab of funnel.tabs) if (!seen.tabs.has(tab) && meet(tab.selected, matched)) seen.tabs.add(tab);
    const holding = new Set(profile.rules.map((rule) => numberOf.get(rule)!));
    for (const rule of holding) seen.held.add(rule);
    for (const [at, { first, second }] of pairs.entries()) {
      if (holding.has(first) && holding.has(second)) seen.conflicts[at]! += 1;
    }
    yield;
  }
  return seen;
}

function eligibleOf({ scope, scopeSize, tabs, onTabs }: CompiledFunnel, checked: number): FunnelCheck['eligible'] {
  const shown = scope.slice();
  intersect(shown, onTabs);
  return {
    limit: MAX_ELIGIBLE_VARIANTS,
    assortment: scopeSize,
    resultPage: tabs.length > 0 ? sizeOf(shown) : null,
    pathsOverLimit: scopeSize > MAX_ELIGIBLE_VARIANTS ? checked : 0,
  };
}
