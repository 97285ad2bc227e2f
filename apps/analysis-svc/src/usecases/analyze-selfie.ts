import type { AnalysisSettings, SelfieRefusal } from '@svc/domain';
import { type Logger, ServiceError } from '@svc/kit';
import { usedFeatures } from '../domain/fill-from-selfie.js';
import type { Selfie } from '../selfie/check-selfie.js';
import { ignoredSelfie, type SelfieOutcome } from '../selfie/selfie-result.js';

/** The selfie analyzer, as use cases need it. */
export interface SelfieChecks {
  /** Validates and decodes a picture without analyzing it. Throws INVALID_SELFIE or UNAVAILABLE. */
  check(selfie: Selfie, signal?: AbortSignal): Promise<void>;
  /** Validates a picture like `check`, then measures it. A picture that cannot be measured is an outcome, not an error. */
  analyze(selfie: Selfie, signal?: AbortSignal): Promise<SelfieOutcome>;
}

/**
 * Analyzes a selfie. A selfie that must not be analyzed is still validated, so that rejecting a request never depends on an
 * answer. After an unexpected failure the selfie is ignored, so that it never prevents storing the answers. Throws INVALID_SELFIE, or
 * UNAVAILABLE when too many pictures are queued.
 * @param refusal - why it must not be analyzed; null: it may.
 */
export async function analyzeSelfie(
  deps: { selfies: SelfieChecks; log: Logger },
  selfie: Selfie,
  refusal: SelfieRefusal | null,
  settings: AnalysisSettings['selfie'],
  signal: AbortSignal | undefined,
): Promise<SelfieOutcome> {
  if (refusal) {
    await deps.selfies.check(selfie, signal);
    return ignoredSelfie(refusal);
  }
  try {
    const outcome = await deps.selfies.analyze(selfie, signal);
    return { ...outcome, features: usedFeatures(outcome.features, settings) };
  } catch (error) {
    if (error instanceof ServiceError || signal?.aborted) throw error;
    deps.log.error({ err: error }, 'analyzing a selfie failed; the selfie is ignored');
    return ignoredSelfie('MODEL_UNAVAILABLE');
  }
}
