import type { ExplanationLanguage, MatchingAnswers } from '@svc/domain';
import type { CitedAnswer } from '../structures/cited-answer.js';

export type EligibilityCode = 'ELIGIBLE' | 'UNKNOWN_VARIANT' | 'UNAVAILABLE' | 'NOT_IN_ASSORTMENT';

/** What a test found. */
export type TestCode =
  | 'COLOR_NOT_TESTED'
  | 'COLOR_SILENT'
  | 'COLOR_SUITS'
  | 'COLOR_CLASHES'
  | 'COMPLEXION_NOT_TESTED'
  | 'COMPLEXION_SILENT'
  | 'COMPLEXION_SUITS'
  | 'COMPLEXION_CLASHES'
  | 'REQUIRE_CARRIED'
  | 'REQUIRE_SILENT'
  | 'REQUIRE_OTHER'
  | 'REQUIRE_STRICT'
  | 'AVOID_CLEAR'
  | 'AVOID_CARRIED'
  | 'NOT_EXCLUDED'
  | 'EXCLUDED_BY_RULE'
  | 'INSIDE_RULES'
  | 'OUTSIDE_RULE'
  | 'SET_COMPLETE'
  | 'SET_INCOMPLETE';

export type TestName = 'COLOR_TYPE' | 'COMPLEXION' | 'REQUIRE' | 'AVOID' | 'RULE_EXCLUDE' | 'RULE_REQUIRE' | 'SET';

/**
 * One test of docs/matching.md M5. What a failed test cites decided it: without all of its `tags`, or without all of
 * its `answers`, or without its `rules`, the test would not fail.
 */
export interface ExplainedTest {
  test: TestName;
  code: TestCode;
  passed: boolean;
  /** Of REQUIRE and AVOID: the step whose answer is tested. */
  stepId: number | null;
  answers: CitedAnswer[];
  /** In their normal spelling; those of the variant and its product, or of the settings. */
  tags: string[];
  /** Keys. */
  rules: string[];
  sentence: string;
}

/** A set whose own variant this is. docs/matching.md M5.7, M5.8. */
export interface ExplainedSet {
  key: string;
  lift: 'all' | 'any' | 'off' | 'fill';
  code: 'SET_COMPLETE' | 'SET_INCOMPLETE' | 'SET_OFF';
  /** Matched members that count, best first; those that fill a dynamic set, at most `max` of a product. */
  members: string[];
  /** How many the set needs. */
  needed: number;
  /** Members of a fixed set that are not matched. */
  missing: string[];
  sentence: string;
}

/** A part of the score: s0 is the sum of `weight × value`. docs/matching.md M6. */
export interface ExplainedScorePart {
  part: 'TAGS' | 'COLOR_TYPE' | 'COMPLEXION' | 'NEUTRAL';
  /** Share of this part among those present; all weights add up to 1. */
  weight: number;
  /** T, Xs or Xc; 0.5 for NEUTRAL, when no part is present. */
  value: number;
  /** Tags that gave the value. */
  tags: string[];
  /** Of TAGS: what each answered step that names `prefer` tags contributes to the mean. */
  steps?: { stepId: number; value: 0 | 0.5 | 1; tags: string[] }[];
  sentence: string;
}

/** What Funnel AI adds to a score. docs/matching.md M6, M7. */
export interface ExplainedLearning {
  /** `value` = 0.10·tanh(ln pop). */
  popularity: { pop: number; value: number; sentence: string };
  /** `sum` = Σ λ, `value` = 0.25·tanh(sum / 1.5). Options that say nothing about the variant are not listed. */
  affinity: {
    sum: number;
    value: number;
    options: { answers: CitedAnswer[]; lambda: number; sentence: string }[];
    sentence: string;
  };
}

/** S = clamp01(Σ weight × value + Σ boosts) + learned; q = round(S × 1e6). */
export interface ExplainedScore {
  parts: ExplainedScorePart[];
  boosts: { rule: string; by: number; sentence: string }[];
  /** What Funnel AI adds: the values of `learning`'s two parts; 0 while it is off. */
  learned: number;
  /** Null while Funnel AI is off, or without a model. */
  learning: ExplainedLearning | null;
  /** S, rounded to 1e-6. */
  total: number;
  q: number;
  sentence: string;
}

export interface VariantExplanation {
  variantId: string;
  matched: boolean;
  /** The verdict in one sentence. */
  sentence: string;
  /** Place in the ranking of the funnel's whole assortment, from 1; null when not matched. */
  position: number | null;
  eligibility: { code: EligibilityCode; passed: boolean; sentence: string };
  /** All that apply; it is matched when it is eligible and all of them passed. Empty for an unknown variant. */
  tests: ExplainedTest[];
  sets: ExplainedSet[];
  /** The first rule in force that pins it; `group` counts the rules in force that pin, from 1. */
  pin: { rule: string; group: number; sentence: string } | null;
  /** Also of a rejected variant: what it would have. Null for unknown ones and for sets, which stand where their best member stands. */
  score: ExplainedScore | null;
  /** Keys of the enabled tabs that select it. */
  tabs: string[];
}

/** Why variants are in the match of one analysis or not. Nothing personal. docs/matching.md M9. */
export interface MatchExplanation {
  language: ExplanationLanguage;
  /** Evaluation date of rules with `from` or `until`: UTC, `YYYY-MM-DD`. */
  date: string;
  /** Versions of everything that decided the match; the same versions and date always give the same trace. */
  versions: {
    funnelId: string;
    funnelVersion: { id: string; number: number };
    /** Of tagging, sets and settings. */
    configVersion: number;
    catalogVersion: number;
    /** Of Funnel AI; null: off. */
    model: string | null;
    /** The running test of matching and the arm of the analysis; null: none. */
    experiment: { id: string; arm: string } | null;
  };
  /** As they enter: migrated to the version in force, without those of hidden steps. */
  answers: MatchingAnswers;
  colorType: string | null;
  /** Length of the ranking of the funnel's whole assortment. */
  matchedCount: number;
  /** In the order asked for. */
  variants: VariantExplanation[];
}
