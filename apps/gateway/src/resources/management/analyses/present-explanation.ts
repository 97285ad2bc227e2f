import {
  type ExplainedScore,
  type ExplainedTest,
  type MatchExplanation as ExplanationMessage,
  eligibilityCodes,
  explanationLanguages,
  fromAnswers,
  fromCitedAnswer,
  type MatchVersions,
  matchTests,
  scoreParts,
  setCodes,
  setLifts,
  testCodes,
  type VariantExplanation,
} from '@svc/proto';
import { requirePart } from '../../../messages/require-part.js';
import type { MatchExplanation } from '../bodies.js';

type Variant = MatchExplanation['variants'][number];

/** An explanation as docs/matching.md M9 describes it. */
export const presentExplanation = (explanation: ExplanationMessage): MatchExplanation => ({
  ...presentTrace(explanation),
  versions: { ...presentVersions(explanation.versions), experiment: presentExperiment(explanation.versions) },
});

/** The explanation of a draft, which has no versions. */
export const presentTrace = (explanation: ExplanationMessage): Omit<MatchExplanation, 'versions'> => ({
  language: explanationLanguages.toName(explanation.language),
  date: explanation.date,
  answers: { ...fromAnswers(requirePart(explanation.answers)) },
  colorType: explanation.colorType ?? null,
  matchedCount: explanation.matchedCount,
  variants: explanation.variants.map(presentVariant),
});

export function presentVersions(versions: MatchVersions | undefined): Omit<MatchExplanation['versions'], 'experiment'> {
  const { funnelId, funnelVersion, configVersion, catalogVersion, model = null } = requirePart(versions);
  return { funnelId, funnelVersion: requirePart(funnelVersion), configVersion, catalogVersion, model };
}

const presentExperiment = (versions: MatchVersions | undefined) =>
  versions?.experiment ? { id: versions.experiment.experimentId, arm: versions.experiment.arm } : null;

function presentVariant(variant: VariantExplanation): Variant {
  const eligibility = requirePart(variant.eligibility);
  return {
    variantId: variant.variantId,
    matched: variant.matched,
    sentence: variant.sentence,
    position: variant.position ?? null,
    eligibility: { ...eligibility, code: eligibilityCodes.toName(eligibility.code) },
    tests: variant.tests.map(presentTest),
    sets: variant.sets.map((set) => ({ ...set, lift: setLifts.toName(set.lift), code: setCodes.toName(set.code) })),
    pin: variant.pin ?? null,
    score: variant.score ? presentScore(variant.score) : null,
    tabs: variant.tabs,
  };
}

const presentTest = (test: ExplainedTest): Variant['tests'][number] => ({
  ...test,
  test: matchTests.toName(test.test),
  code: testCodes.toName(test.code),
  stepId: test.stepId ?? null,
  answers: test.answers.map(fromCitedAnswer),
});

const presentScore = (score: ExplainedScore): Variant['score'] => ({
  parts: score.parts.map(({ part, weight, value, tags, steps, sentence }) => ({
    part: scoreParts.toName(part),
    weight,
    value,
    tags,
    ...(steps.length === 0 ? {} : { steps }),
    sentence,
  })),
  boosts: score.boosts,
  learned: score.learned,
  learning: score.learning ? presentLearning(score.learning) : null,
  total: score.total,
  q: score.q,
  sentence: score.sentence,
});

function presentLearning(learning: NonNullable<ExplainedScore['learning']>) {
  const { sum, value, options, sentence } = requirePart(learning.affinity);
  const named = options.map((option) => ({ ...option, answers: option.answers.map(fromCitedAnswer) }));
  return { popularity: requirePart(learning.popularity), affinity: { sum, value, options: named, sentence } };
}
