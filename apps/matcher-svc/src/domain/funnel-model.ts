/** A funnel of a company. */
export interface FunnelKey {
  companyId: string;
  funnelId: string;
}

/** A model without what it learned. */
export interface ModelSummary {
  /** Counts the models of the funnel from 1. */
  version: number;
  /** Newest UTC day that entered, `YYYY-MM-DD`. */
  untilDay: string;
  days: number;
  sessions: number;
  impressions: number;
  variants: number;
  /** Options with enough analyses. */
  options: number;
  builtAt: Date;
}

export const BUILD_OUTCOMES = [
  'BUILT',
  'UNCHANGED',
  'TOO_FEW_IMPRESSIONS',
  'NO_EVENTS',
  'NOT_FINITE',
  'NOT_PUBLISHED',
  'FAILED',
] as const;
/** How a build ended. All but the first two keep the last good model and say why. */
export type BuildOutcome = (typeof BUILD_OUTCOMES)[number];

/** Analyses and impressions, as counted. */
export interface LearnedFrom {
  sessions: number;
  impressions: number;
}

/** What is known of a funnel's learning beside its models. */
export interface LearningState {
  /** 0: none was built. */
  lastVersion: number;
  activeVersion: number | null;
  /** The merchant chose the active model. */
  pinned: boolean;
  /** Digest of the statistics that the last build read. */
  seen: string | null;
  outcome: BuildOutcome | null;
  reason: string | null;
  endedAt: Date | null;
  /** How much the last build read; null: there was none, or it read nothing. */
  learnedFrom: LearnedFrom | null;
  /** A build is running now. */
  building: boolean;
}

export const NEVER_BUILT: LearningState = {
  lastVersion: 0,
  activeVersion: null,
  pinned: false,
  seen: null,
  outcome: null,
  reason: null,
  endedAt: null,
  learnedFrom: null,
  building: false,
};
