import { answersInForce, type ColorResult, type MatchingAnswers } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { Learning } from '../rank/learned-terms.js';
import { type MatchRequest, type MatchResult, matchVariants, ScopeTooLargeError } from '../rank/match-variants.js';
import type { Presence } from '../rank/profile.js';

/** A stored analysis to replay. */
export interface ReplayedAnalysis {
  analysisId: string;
  /** As stored, for any version. */
  answers: MatchingAnswers;
  presence: Presence;
  color: ColorResult | null;
}

/** The match of one analysis on one side; null: more eligible variants than one match may have. */
export interface ReplayedMatch {
  /** Ordinals without filters, best first. */
  list: Uint32Array | null;
  /** By key of the enabled tabs; null: the side has none. */
  tabs: ReadonlyMap<string, Uint32Array> | null;
}

/** The matches of an analysis before and after. */
export interface ReplayedPair {
  analysisId: string;
  before: ReplayedMatch;
  after: ReplayedMatch;
}

/** One side of a replay. */
export interface ReplaySide {
  funnel: CompiledFunnel;
  /** The active model of Funnel AI, compiled for the funnel; null: disabled on this side. */
  learning: Learning | null;
}

/** The two sides of a replay. Both are compiled from one catalog, so that a variant has the same ordinal on both. */
export interface ReplaySides {
  before: ReplaySide;
  after: ReplaySide;
}

/**
 * Matches stored analyses with the current state and with a draft, like `matchAnalysis`, with a pause after each. One ranking
 * serves the list and the tabs. Cost: two rankings per analysis.
 * @param date - today, UTC, `YYYY-MM-DD`, on both sides.
 * @param visit - receives each pair; its arrays stay valid.
 */
export function* replayMatches(
  { before, after }: ReplaySides,
  analyses: Iterable<ReplayedAnalysis>,
  date: string,
  visit: (pair: ReplayedPair) => void,
): Generator<void, void, undefined> {
  for (const analysis of analyses) {
    const matchedBefore = matchBothWays(before, analysis, date);
    yield;
    const matchedAfter = matchBothWays(after, analysis, date);
    visit({ analysisId: analysis.analysisId, before: matchedBefore, after: matchedAfter });
    yield;
  }
}

/** Matches one analysis without and with the result page. */
function matchBothWays({ funnel, learning }: ReplaySide, analysis: ReplayedAnalysis, date: string): ReplayedMatch {
  const { presence, color } = analysis;
  const request = {
    answers: answersInForce(analysis.answers, funnel.steps, presence),
    ...(funnel.asksForPresence ? { presence } : {}),
    color,
    learning,
    date,
    productIds: [],
    variantIds: [],
  };
  let ranking: Uint32Array | undefined;
  const once = (_request: MatchRequest, rank: () => Uint32Array): Uint32Array => {
    ranking ??= rank();
    return ranking;
  };
  const match = (resultPage: boolean): MatchResult | null => {
    try {
      return matchVariants(funnel, { ...request, resultPage }, once);
    } catch (error) {
      if (error instanceof ScopeTooLargeError) return null;
      throw error;
    }
  };
  const whole = match(false);
  const page = funnel.tabs.length > 0 ? match(true) : { tabs: [] };
  return {
    list: whole?.matched ?? null,
    tabs: page && new Map((page.tabs ?? []).map(({ tab, variants }) => [tab.key, variants])),
  };
}
