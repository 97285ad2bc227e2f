import {
  type MatchExplanation as ExplanationMessage,
  eligibilityCodes,
  explanationLanguages,
  matchTests,
  type ExplainedScore as ScoreMessage,
  scoreParts,
  setCodes,
  setLifts,
  type ExplainedTest as TestMessage,
  testCodes,
  toAnswers,
  toCitedAnswer,
  type VariantExplanation as VariantMessage,
} from '@svc/proto';
import type { Explained } from '../engine/explain/explain.js';
import type {
  ExplainedScore,
  ExplainedTest,
  MatchExplanation,
  VariantExplanation,
} from '../engine/explain/match-explanation.js';

/** @param explanation - that of a draft has no versions. */
export const toExplanationMessage = ({
  versions,
  ...explanation
}: Explained & Partial<MatchExplanation>): ExplanationMessage => ({
  ...explanation,
  language: explanationLanguages.fromName(explanation.language),
  versions: versions && {
    ...versions,
    model: versions.model ?? undefined,
    experiment: versions.experiment
      ? { experimentId: versions.experiment.id, arm: versions.experiment.arm }
      : undefined,
  },
  answers: toAnswers(explanation.answers),
  colorType: explanation.colorType ?? undefined,
  variants: explanation.variants.map(toVariant),
});

const toVariant = (variant: VariantExplanation): VariantMessage => ({
  ...variant,
  position: variant.position ?? undefined,
  eligibility: { ...variant.eligibility, code: eligibilityCodes.fromName(variant.eligibility.code) },
  tests: variant.tests.map(toTest),
  sets: variant.sets.map((set) => ({
    ...set,
    lift: setLifts.fromName(set.lift),
    code: setCodes.fromName(set.code),
  })),
  pin: variant.pin ?? undefined,
  score: variant.score ? toScore(variant.score) : undefined,
});

const toTest = (test: ExplainedTest): TestMessage => ({
  ...test,
  test: matchTests.fromName(test.test),
  code: testCodes.fromName(test.code),
  stepId: test.stepId ?? undefined,
  answers: test.answers.map(toCitedAnswer),
});

const toScore = (score: ExplainedScore): ScoreMessage => ({
  ...score,
  parts: score.parts.map((part) => ({
    ...part,
    part: scoreParts.fromName(part.part),
    steps: part.steps ?? [],
  })),
  learning: score.learning
    ? {
        popularity: score.learning.popularity,
        affinity: {
          ...score.learning.affinity,
          options: score.learning.affinity.options.map((option) => ({
            ...option,
            answers: option.answers.map(toCitedAnswer),
          })),
        },
      }
    : undefined,
});
