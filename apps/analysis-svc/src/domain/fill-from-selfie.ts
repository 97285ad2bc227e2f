import { type AnalysisSettings, type MatchingAnswers, SELFIE_FIELDS, type SelfieField } from '@svc/domain';

/** Confidence of a feature by the answer field that it fills. */
export type FilledConfidence = Partial<Record<SelfieField, number>>;

type Measured = Partial<Record<SelfieField, { value: string; confidence: number }>>;

/**
 * Fills the answers that the visitor left out with what was measured: an answer always beats the picture, also one to a
 * question that the funnel does not show. docs/color-method.md A1.2, A7.5.
 * @param features - those that the company uses (`usedFeatures`).
 */
export function fillFromSelfie(
  answers: MatchingAnswers,
  features: Measured,
): { answers: MatchingAnswers; confidence: FilledConfidence } {
  const filled = SELFIE_FIELDS.filter((field) => answers[field] === undefined && features[field] !== undefined);
  if (filled.length === 0) return { answers, confidence: {} };
  const values = Object.fromEntries(filled.map((field) => [field, features[field]?.value]));
  return {
    answers: { ...answers, ...values, filledFromSelfie: filled },
    confidence: Object.fromEntries(filled.map((field) => [field, features[field]?.confidence])),
  };
}

/** The features that a company uses: the undertone only where it was switched on. What is not used is not stored either. */
export function usedFeatures<Features extends Measured>(
  { skinUndertone, ...others }: Features,
  { undertone }: AnalysisSettings['selfie'],
): Features {
  return (undertone && skinUndertone ? { ...others, skinUndertone } : others) as Features;
}
