import { type Findings, MAX_ELIGIBLE_VARIANTS } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { type BitSet, countMembers, forEachIn, intersect, subtract } from '../structures/bit-set.js';
import { textAt } from '../structures/text-table.js';
import { allPaths, countPaths } from './check-all-paths.js';
import { findDeadEnds } from './check-dead-ends.js';
import { createQuestionnaire, type Path, type Questionnaire } from './check-dimensions.js';
import type { Goal } from './check-find-path.js';
import { idleOptions } from './check-options.js';
import {
  deadIn,
  noOutcomes,
  type Outcomes,
  otherColors,
  toSet,
  type WalkContext,
  walkPaths,
} from './check-outcomes.js';
import { pairwisePaths } from './check-pairwise.js';
import { pathTowards } from './check-reach.js';
import { type ConflictPair, conflictPairs, idleReason } from './check-rules.js';
import type { Paused } from './check-walk.js';
import { type CheckProgress, type FunnelCheck, MAX_CHECK_FINDINGS, MAX_CHECKED_PATHS } from './funnel-check.js';

export interface CheckOptions {
  /** The day for rules with dates; UTC, `YYYY-MM-DD`. */
  date: string;
  /** Maximum number of paths to walk. */
  maxPaths?: number;
  /** Another version of the funnel, used to recognize dead ends that are not new. */
  baseline?: CompiledFunnel;
  /** Updated while the check runs. */
  progress?: CheckProgress;
}

/** Maximum number of conflicting pairs of rules for which a path is searched. */
const MAX_CONFLICT_GOALS = 500;

/** Maximum number of unmatched variants for which a path is constructed. */
const MAX_TARGETED_VARIANTS = 1_000;

export const noProgress = (): CheckProgress => ({ phase: 'PATHS', done: 0, total: 0 });

/**
 * Walks the answer paths of a funnel and reports variants that no visitor would find, and rules and options without effect.
 * Pure; pauses after every few milliseconds of work. Cost: one test of all variants per path. Memory: `maxPaths` paths and one bit
 * per path and choice, about 50 MB for the largest possible questionnaire.
 */
export function* checkFunnel(
  funnel: CompiledFunnel,
  { date, maxPaths = MAX_CHECKED_PATHS, baseline, progress = noProgress() }: CheckOptions,
): Paused<FunnelCheck> {
  const pairs = yield* conflictPairs(funnel);
  const { questionnaire, paths, method, undecided } = yield* choosePaths(funnel, pairs, { maxPaths, progress });
  const context: WalkContext = { funnel, questionnaire, pairs, date, progress };
  const seen = noOutcomes(funnel, pairs);
  yield* walkPaths(context, paths, seen);
  if (method !== 'all') yield* walkMore(context, paths, seen, maxPaths);

  Object.assign(progress, { phase: 'DEAD_ENDS', done: 0, total: seen.dead.length });
  const known = baseline ? yield* deadIn(baseline, context, paths, seen.dead) : [];
  const deadPaths = { dead: toSet(seen.dead, paths.length), known: toSet(known, paths.length) };
  const deadEnds = yield* findDeadEnds(questionnaire, paths, deadPaths, {
    limit: MAX_CHECK_FINDINGS,
    onDone: (explained) => {
      progress.done = explained;
    },
  });

  const unreachable = listMembers(findUnreached(funnel, seen)).map((variant) =>
    textAt(funnel.assortment.variants, variant),
  );
  const getRuleKey = (rule: number): string => funnel.settings.rules[rule]!.key;
  const idle = funnel.rules.flatMap((rule, at) => {
    const reason = idleReason(funnel, rule, seen.held.has(at), date);
    return reason ? [{ rule: getRuleKey(at), reason }] : [];
  });
  const conflicts = pairs.flatMap(({ kind, first, second }, at) => {
    const count = seen.conflicts[at]!;
    const rules: [string, string] = [getRuleKey(first), getRuleKey(second)];
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
    deadEnds: { total: deadEnds.total, first: deadEnds.first },
    blockingDeadEnds: funnel.scopeSize === 0 ? 0 : deadEnds.blocking,
    deadPaths: seen.dead.length,
    unreachableVariants: findings(unreachable),
    emptyTabs: findings(funnel.tabs.filter((tab) => !seen.tabs.has(tab)).map(({ tab }) => tab.key)),
    resultPageWithoutTabs: funnel.resultPage && funnel.tabs.length === 0,
    idleRules: findings(idle),
    conflicts: findings(conflicts),
    idleOptions: findings(idleOptions(funnel)),
    eligible: countEligible(funnel, paths.length),
  };
}

/** Walks paths that pairwise paths may lack: towards unmatched variants, and dead paths with the other color types. */
function* walkMore(context: WalkContext, paths: Path[], seen: Outcomes, maxPaths: number): Paused<void> {
  const { funnel, questionnaire } = context;
  const missing = listMembers(findUnreached(funnel, seen)).slice(0, MAX_TARGETED_VARIANTS);
  for (const variant of missing) {
    if (paths.length < maxPaths) paths.push(pathTowards(funnel, questionnaire, variant));
    yield;
  }
  yield* walkPaths(context, paths, seen);
  const others = yield* otherColors(context, paths, { dead: seen.dead, room: maxPaths - paths.length });
  for (const path of others) paths.push(path);
  yield* walkPaths(context, paths, seen);
}

/** Variants of the funnel's assortment that matched on no path. */
function findUnreached({ scope }: CompiledFunnel, seen: Outcomes): BitSet {
  const missed = scope.slice();
  subtract(missed, seen.reached);
  return missed;
}

function listMembers(set: BitSet): number[] {
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

/** All paths or, if there are too many, pairwise paths. */
function* choosePaths(
  funnel: CompiledFunnel,
  pairs: readonly ConflictPair[],
  { maxPaths, progress }: { maxPaths: number; progress: CheckProgress },
): Paused<ChosenPaths> {
  let before = 0;
  const onFound = (count: number): void => {
    progress.done = before + count;
  };
  const full = createQuestionnaire(funnel, 'combinations');
  if (full) progress.total = Math.min(maxPaths, countPaths(full.dimensions));
  const paths = full && (yield* allPaths(full, maxPaths, onFound));
  if (full && paths) return { questionnaire: full, paths, method: 'all', undecided: 0 };
  const questionnaire = createQuestionnaire(funnel, 'one-or-all')!;
  // Counting restarts with pairwise paths, but the reported progress must not decrease.
  before = progress.done;
  progress.total = 0;
  const chosen = yield* pairwisePaths(questionnaire, createGoals(funnel, pairs), maxPaths, onFound);
  return { questionnaire, ...chosen, method: chosen.undecided === 0 ? 'pairwise' : 'partial' };
}

/** Paths that pairwise paths may lack: for each rule one on which it applies, for each conflict one on which both rules apply. */
function createGoals({ rules }: CompiledFunnel, pairs: readonly ConflictPair[]): Goal[] {
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

function countEligible(
  { scope, scopeSize, resultPage, onTabs }: CompiledFunnel,
  checked: number,
): FunnelCheck['eligible'] {
  const shown = scope.slice();
  intersect(shown, onTabs);
  return {
    limit: MAX_ELIGIBLE_VARIANTS,
    assortment: scopeSize,
    resultPage: resultPage ? countMembers(shown) : null,
    pathsOverLimit: scopeSize > MAX_ELIGIBLE_VARIANTS ? checked : 0,
  };
}
