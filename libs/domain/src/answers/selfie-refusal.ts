import type { AnalysisSettings } from '../funnel/analysis-settings.js';
import type { Step } from '../funnel/steps.js';
import { visibleSteps } from '../funnel/visible-steps.js';
import type { MatchingAnswers, TrackingAnswers } from './answers.js';
import type { Warnings } from './warnings.js';

/** Why a selfie that was sent is not even looked at. */
export type SelfieRefusal = 'NOT_ANALYSED_UNDER_16' | 'NO_CONSENT' | 'NOT_ASKED_FOR';

export interface SelfieFacts {
  answers: MatchingAnswers;
  tracking: TrackingAnswers;
  hasContact: boolean;
}

/**
 * Decides whether a selfie may be analyzed; null: it may. A visitor under 16 is never analyzed, whichever step gave the age. An
 * explicit refusal counts whatever the company requires. A picture is analyzed only if a visible step asks for it.
 * docs/contract.md C8.8; docs/reliability.md R10.5.
 */
export function selfieRefusal(
  { answers, tracking, hasContact }: SelfieFacts,
  steps: readonly Step[],
  { requireConsent }: Pick<AnalysisSettings['selfie'], 'requireConsent'>,
): SelfieRefusal | null {
  if (answers.ageRange === 'UNDER_16') return 'NOT_ANALYSED_UNDER_16';
  if (tracking.selfieConsent === false || (requireConsent && !tracking.selfieConsent)) return 'NO_CONSENT';
  const visible = visibleSteps(steps, answers, { hasSelfie: true, hasContact });
  return visible.some((step) => step.type === 'SELFIE') ? null : 'NOT_ASKED_FOR';
}

/** Adds no warning for a picture that no step asks for: `warnAboutSteps` warns about every such answer. */
export function warnAboutRefusal(
  refusal: SelfieRefusal | null,
  consent: boolean | undefined,
  warnings: Warnings,
): void {
  if (refusal === 'NOT_ANALYSED_UNDER_16') {
    warnings.add('selfie', 'selfie was not analyzed because ageRange is UNDER_16.');
  } else if (refusal === 'NO_CONSENT' && consent === false) {
    warnings.add('selfie', 'selfie was not analyzed because selfieConsent is false.');
  } else if (refusal === 'NO_CONSENT') {
    warnings.add(
      'selfie',
      'selfie was not analyzed because the company requires consent: send selfieConsent true once the visitor has agreed.',
    );
  }
}
