import { type AnalysisSettings, type MatchingAnswers, SELFIE_FIELDS, type SelfieField } from '@svc/domain';

/** Confidence of a feature by the answer field that it fills. */
export type FilledConfidence = Partial<Record<SelfieField, number>>;

type Measured = Partial<Record<SelfieField, { value: string; confidence: number }>>;

/**
 * Fills answers that the visitor did not give with measured features. An answer always takes precedence over the selfie,
 * even an answer to a question that the funnel does not show. docs/color-method.md A1.2, A7.5.
 * @param features - only those that the company uses (`usedFeatures`).
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

/** The features that a company uses: the undertone only if enabled. Unused features are not stored. */
export function usedFeatures<Features extends Measured>(
  { skinUndertone, ...others }: Features,
  { undertone }: AnalysisSettings['selfie'],
): Features {
  return (undertone && skinUndertone ? { ...others, skinUndertone } : others) as Features;
}
