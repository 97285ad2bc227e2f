import type { MatchingConfigPatch } from '../blueprint/blueprint.js';
import type { Step } from '../funnel/steps.js';
import type { Findings } from './findings.js';
import type { FunnelMatching } from './matching-settings.js';

/** Analyses that a replay may take. */
export const MAX_REPLAYED_ANALYSES = 2_000;
/** Analyses that a replay takes when nothing is said. */
export const DEFAULT_REPLAYED_ANALYSES = 500;
/** Variants that a replay lists as gained or lost. */
export const MAX_REPLAY_VARIANTS = 50;
/** Analyses that a replay names as examples. */
export const MAX_REPLAY_EXAMPLES = 20;
/** Variants of one example that are named. */
export const MAX_EXAMPLE_VARIANTS = 20;
/** Places at the top whose change a replay counts. */
export const REPLAY_TOP_PLACES = 10;

/** Parts of a blueprint that a replay is asked for; an absent key stays as it is. */
export interface ReplayedParts
  extends Pick<MatchingConfigPatch, 'tagging' | 'taggingOperations' | 'sets'>,
    Partial<FunnelMatching> {
  published?: { steps: Step[] };
}

/** What a replay puts in the place of what is in force; an absent key stays as it is. */
export interface ReplayDraft
  extends Pick<MatchingConfigPatch, 'tagging' | 'taggingOperations' | 'sets'>,
    Partial<FunnelMatching> {
  /** Steps as they would be published. */
  steps?: Step[];
  /** The version that `steps` are; absent: none yet. */
  version?: { id: string; number: number };
}

/** What takes the place of the settings in force in a check, a probe or a preview; an absent key stays as it is. */
export type DraftSettings = Pick<ReplayDraft, 'sets' | 'assortment' | 'matching' | 'resultPage'>;

/** Keys of a replay's draft, as a report names them. */
export type ReplayedPart = 'tagging' | 'sets' | 'assortment' | 'matching' | 'resultPage' | 'steps';

/** How the matches of one tab differ; analyses whose tabs were compared are `tabs.analyses` of the report. */
export interface ReplayedTab {
  key: string;
  /** `added` and `removed`: enabled on one side only; the other side counts as empty. */
  state: 'kept' | 'added' | 'removed';
  /** Analyses with another list, in content or order. */
  changed: number;
  newlyEmpty: number;
  noLongerEmpty: number;
}

/** One analysis whose match would change. */
export interface ReplayExample {
  /** A capability: any caller that has it can read the match. */
  analysisId: string;
  /** Matched variants; null: too many were eligible. */
  before: number | null;
  after: number | null;
  /** Variants that were not in the match, best first; at most `MAX_EXAMPLE_VARIANTS` are named. */
  gained: Findings<string>;
  /** Variants that are no longer in it, best first. */
  lost: Findings<string>;
}

/**
 * What stored analyses would match with a draft in the place of what is in force. Lists are those of a match without
 * filters. Nothing is stored. Release safety, "Replay before release".
 */
export interface ReplayReport {
  /** UTC date `YYYY-MM-DD` for which rules with `from` or `until` were taken, on both sides. */
  date: string;
  versions: {
    funnelId: string;
    /** The published version, in force. */
    funnelVersion: { id: string; number: number };
    configVersion: number;
    catalogVersion: number;
    /** Of Funnel AI: the one in force, on each side that has it on; null: on neither. */
    model: string | null;
  };
  draft: {
    /** What the draft replaced. */
    parts: ReplayedPart[];
    /** Null: the published version, or steps that are no version yet. */
    funnelVersion: { id: string; number: number } | null;
  };
  analyses: {
    /** The newest so many were asked for. */
    asked: number;
    /** Fewer when there are not so many, or their answers are very large. */
    replayed: number;
    /** Another list: `membershipChanged` + `orderChanged`. */
    changed: number;
    /** `changed` of `replayed`, 0 to 1, four decimals; 0 without analyses. */
    share: number;
    /** Variants were gained or lost, or one side only was too large. */
    membershipChanged: number;
    /** The same variants in another order. */
    orderChanged: number;
    /** A match before, none after. */
    newlyEmpty: number;
    noLongerEmpty: number;
  };
  /** By variant, in how many analyses; the most frequent first, ties by catalog order. */
  variants: {
    gained: Findings<{ variantId: string; analyses: number }>;
    lost: Findings<{ variantId: string; analyses: number }>;
  };
  /** The first `REPLAY_TOP_PLACES` places. */
  top: {
    places: number;
    /** Analyses where they hold another list. */
    changed: number;
    /** Mean share of these places that other variants hold, 0 to 1, four decimals. */
    churn: number;
  };
  /** Null: neither side has a result page with enabled tabs. */
  tabs: {
    /** Analyses that were compared: those with more eligible variants than the limit on either side are not. */
    analyses: number;
    tabs: ReplayedTab[];
  } | null;
  /** There are more eligible variants than one match allows. */
  exceeding: { limit: number; before: number; after: number };
  /** Those that change most first: newly empty, then by the number of gained and lost variants. */
  examples: ReplayExample[];
}
