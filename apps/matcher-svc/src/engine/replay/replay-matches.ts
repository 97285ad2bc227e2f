import { answersInForce, type ColorResult, type MatchingAnswers } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { Learning } from '../rank/learned-lift.js';
import { type MatchRequest, type MatchResult, matchVariants, ScopeTooLargeError } from '../rank/match-variants.js';
import type { Presence } from '../rank/profile.js';

/** A stored analysis, as a replay takes it. */
export interface ReplayedAnalysis {
  analysisId: string;
  /** As stored: of any version. */
  answers: MatchingAnswers;
  presence: Presence;
  color: ColorResult | null;
}

/** What one analysis matches on one side; null: more eligible variants than may be matched at once. */
export interface ReplayedMatch {
  /** Ordinals without filters, best first. */
  list: Uint32Array | null;
  /** By key of the enabled tabs; empty: the side has none. */
  tabs: ReadonlyMap<string, Uint32Array> | null;
}

/** What an analysis matches before and after. */
export interface ReplayedPair {
  analysisId: string;
  before: ReplayedMatch;
  after: ReplayedMatch;
}

/** What one side matches with. */
export interface ReplaySide {
  funnel: CompiledFunnel;
  /** The model of Funnel AI in force, compiled against the funnel; null: off on this side. */
  learning: Learning | null;
}

/** The two sides of a replay. Both are compiled from one catalogue, so that a variant has one ordinal on both. */
export interface ReplaySides {
  before: ReplaySide;
  after: ReplaySide;
}

/**
 * Matches stored analyses with what is in force and with a draft, as `matchAnalysis` does, one pause after each. A ranking
 * serves the list and the tabs. Cost: two rankings an analysis.
 * @param date - today, UTC, `YYYY-MM-DD`, on both sides.
 * @param visit - what is done with each pair; its arrays stay valid.
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

/** The list and the tabs. */
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
