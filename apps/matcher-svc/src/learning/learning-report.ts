import type { ExplanationLanguage } from '@svc/domain';
import type { CitedAnswer } from '../engine/structures/cited-answer.js';

/** An option of a funnel and what is known of it. */
export interface LearnedOptionReport {
  /** The answers that it stands for: two for a complexion. */
  answers: CitedAnswer[];
  /** The merchant's words, or the value. */
  caption: string;
  /** Analyses that had it. */
  sessions: number;
  /** There are enough of them for it to act. */
  learned: boolean;
}

/** An option and a variant that shoppers choose together more or less often than the variant's popularity predicts. */
export interface LearnedLiftReport {
  answers: CitedAnswer[];
  caption: string;
  variantId: string;
  /** How often shoppers with the option choose the variant, against what would be expected: 1.8 times. */
  times: number;
  /** ln of `times`; what enters the score. */
  lambda: number;
}

/** How a build of a model ended. */
export type LearningOutcome =
  | 'BUILT'
  | 'UNCHANGED'
  | 'TOO_FEW_IMPRESSIONS'
  | 'NO_EVENTS'
  | 'NOT_FINITE'
  | 'NOT_PUBLISHED'
  | 'FAILED';

/** What Funnel AI learned of a funnel, for people. docs/matching.md M7. */
export interface LearningReport {
  language: ExplanationLanguage;
  /** `matching.ai.enabled`: whether the model in force re-orders matches. */
  enabled: boolean;
  /** The model in force; null: none. */
  model: {
    version: number;
    pinned: boolean;
    /** Newest UTC day that entered, `YYYY-MM-DD`. */
    untilDay: string;
    days: number;
    sessions: number;
    impressions: number;
    variants: number;
  } | null;
  /** The last build, and how much there was to learn from; null: there was none. */
  lastBuild: {
    outcome: LearningOutcome;
    reason: string | null;
    endedAt: string;
    sessions: number;
    impressions: number;
  } | null;
  /** By number of analyses, most first. Empty without a model. */
  options: LearnedOptionReport[];
  /** Strongest first, those above 1 and below 1 together. */
  lifts: LearnedLiftReport[];
  /** Most popular first: how often shoppers choose a variant, relative to what its positions predict. */
  popular: { variantId: string; times: number }[];
}
