import type { AnalysisSettings, SelfieRefusal } from '@svc/domain';
import { type Logger, ServiceError } from '@svc/kit';
import { usedFeatures } from '../domain/fill-from-selfie.js';
import type { Selfie } from '../selfie/check-selfie.js';
import { ignoredSelfie, type SelfieOutcome } from '../selfie/selfie-result.js';

/** What looks at pictures. */
export interface Selfies {
  /** Refuses a picture that is none, and does not look at it further. Fails with INVALID_SELFIE or UNAVAILABLE. */
  check(selfie: Selfie, signal?: AbortSignal): Promise<void>;
  /** Checks a picture as `check` does, then measures it. What cannot be measured is an outcome and no failure. */
  analyse(selfie: Selfie, signal?: AbortSignal): Promise<SelfieOutcome>;
}

/**
 * What becomes of a selfie. One that must not be analysed is checked all the same: whether a request is refused never
 * depends on an answer. An analysis that fails in a way nobody foresaw ignores the picture, so that it never stands in the way
 * of the answers. Fails with INVALID_SELFIE, or with UNAVAILABLE when too many pictures wait.
 * @param refusal - why it must not be analysed; null: it may.
 */
export async function lookAtSelfie(
  deps: { selfies: Selfies; log: Logger },
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
    const outcome = await deps.selfies.analyse(selfie, signal);
    return { ...outcome, features: usedFeatures(outcome.features, settings) };
  } catch (error) {
    if (error instanceof ServiceError || signal?.aborted) throw error;
    deps.log.error({ err: error }, 'the analysis of a selfie failed; the picture is ignored');
    return ignoredSelfie('MODEL_UNAVAILABLE');
  }
}
