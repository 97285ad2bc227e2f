/** Identifies a funnel of a company. */
export interface FunnelKey {
  companyId: string;
  funnelId: string;
}

/** The metadata of a model. */
export interface ModelSummary {
  /** Number of the model within the funnel, from 1. */
  version: number;
  /** Newest UTC day that the model is built from, `YYYY-MM-DD`. */
  untilDay: string;
  days: number;
  sessions: number;
  impressions: number;
  variants: number;
  /** Number of options with enough analyses. */
  options: number;
  builtAt: Date;
}

const BUILD_OUTCOMES = [
  'BUILT',
  'UNCHANGED',
  'TOO_FEW_IMPRESSIONS',
  'NO_EVENTS',
  'NOT_FINITE',
  'NOT_PUBLISHED',
  'FAILED',
] as const;
/** Outcome of a build. All but the first two keep the previous model and have a reason. */
export type BuildOutcome = (typeof BUILD_OUTCOMES)[number];

/** Number of analyses and impressions. */
export interface LearnedFrom {
  sessions: number;
  impressions: number;
}

/** State of a funnel's learning, apart from its models. */
export interface LearningState {
  /** 0: no model was built. */
  lastVersion: number;
  activeVersion: number | null;
  /** Whether the merchant chose the active model. */
  pinned: boolean;
  /** Digest of the statistics that the last build read. */
  seen: string | null;
  outcome: BuildOutcome | null;
  reason: string | null;
  endedAt: Date | null;
  /** What the last build learned from; null: there was none, or it read nothing. */
  learnedFrom: LearnedFrom | null;
  /** Whether a build is running. */
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
