import type { Findings } from '@svc/domain';

/** Answer paths that a check walks one by one; a funnel with more of them is walked pairwise. */
export const MAX_CHECKED_PATHS = 20_000;
/** Findings of one kind that a check lists; further ones are counted. */
export const MAX_CHECK_FINDINGS = 50;

/** One answer of a path. */
export interface PathAnswer {
  /** Step id; null: the color type. */
  step: number | null;
  /** The step's key, or `colorType`. */
  key: string;
  /** The options chosen, or the color type; empty: not answered. A SELFIE or EMAIL step that is answered has its type. */
  chosen: string[];
}

/**
 * `ANSWERS`: answers that visitors give, whatever their color type is. `PUBLISHED`: the same, and the version that the
 * check compares with shows nothing to these visitors either. `COLOR_TYPE`: with some color types only, which visitors
 * do not choose and which may be impossible with these answers.
 */
export type DeadEndKind = 'ANSWERS' | 'PUBLISHED' | 'COLOR_TYPE';

/** Answers with which nothing matches. */
export interface DeadEnd {
  kind: DeadEndKind;
  /** The fewest answers that no checked path with a match has in common; empty: nothing ever matches. */
  answers: PathAnswer[];
  /** Checked paths that have these answers. */
  paths: number;
  /** All answers of the first of them. */
  example: PathAnswer[];
}

/**
 * Why a rule is listed as one that never fires: `EXPIRED`, its `until` is over; `CONDITION`, its `when` holds on no
 * checked path; `NO_TARGET`, it holds but no variant of the assortment meets a target of it.
 */
export type IdleReason = 'EXPIRED' | 'CONDITION' | 'NO_TARGET';

/**
 * Two rules, or one with itself, that hold on one path and cannot both have their way: `EXCLUDES_REQUIRED`, the second
 * excludes everything that the first requires; `REQUIRES_DISJOINT`, no variant meets both requirements.
 */
export interface RuleConflict {
  kind: 'EXCLUDES_REQUIRED' | 'REQUIRES_DISJOINT';
  rules: [string, string];
  /** Checked paths on which both hold. */
  paths: number;
}

/** What a check does, in this order: looks for paths, walks them, groups those without a match. */
export type CheckPhase = 'PATHS' | 'WALK' | 'DEAD_ENDS';

/** How far a check is. */
export interface CheckProgress {
  phase: CheckPhase;
  /** Of this phase. */
  done: number;
  /** Of this phase; `PATHS`: an estimate. 0: not known yet. */
  total: number;
}

/** What the assortment prover found about one funnel version with the settings in force. `svc check`. */
export interface FunnelCheck {
  /** Absent: steps that are no version. */
  version?: { id: string; number: number };
  /** UTC date `YYYY-MM-DD` for which rules with `from` or `until` were taken. */
  date: string;
  paths: {
    /**
     * `all`: every path was walked. `pairwise`: every two answers that can be given together are on a checked path.
     * `partial`: the questionnaire is too large for that too; `undecidedPairs` are on none.
     */
    method: 'all' | 'pairwise' | 'partial';
    checked: number;
    /** `all`: equal to `checked`; otherwise an upper bound, which leaves `showWhen` out. */
    total: number;
    /** Pairs of answers on no checked path that are not known to be impossible. */
    undecidedPairs: number;
    /** Steps with several answers: every combination, or each option alone and all of them together. */
    multiSelection: 'combinations' | 'one-or-all';
    /** `independent`: each type, and none, with all answers, also where the answers rule it out. `ignored`: decides nothing. */
    colorType: 'independent' | 'ignored';
  };
  /** By kind, in the order of `DeadEndKind`; shortest first. */
  deadEnds: Findings<DeadEnd>;
  /**
   * Dead ends for which a draft is not published without `force`: those of kind `ANSWERS`; none while the funnel has no
   * eligible variant at all.
   */
  blockingDeadEnds: number;
  /** Checked paths without a match. */
  deadPaths: number;
  /** Ids of available variants of the funnel's assortment that match on no checked path. */
  unreachableVariants: Findings<string>;
  /** Keys of enabled tabs that are empty on every checked path. */
  emptyTabs: Findings<string>;
  /** The result page is on but has no enabled tab: it shows no products, whatever is answered. */
  resultPageWithoutTabs: boolean;
  idleRules: Findings<{ rule: string; reason: IdleReason }>;
  conflicts: Findings<RuleConflict>;
  /** Options without tags that no rule, no `showWhen` and no color or complexion test asks for. */
  idleOptions: Findings<{ step: number; key: string; option: string }>;
  /** Eligible variants do not depend on answers: over `limit`, the whole assortment cannot be matched on any path. */
  eligible: {
    limit: number;
    assortment: number;
    /** Those on enabled tabs; null: the result page is off. */
    resultPage: number | null;
    /** Checked paths with more eligible variants than the limit. */
    pathsOverLimit: number;
  };
}
