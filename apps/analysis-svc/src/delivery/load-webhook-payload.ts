import type { CatalogCard, PresentedMatch } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { StoredMatchingInput } from '../db/analyses.js';
import type { SubmittedAnalysis } from '../db/find-submitted-analysis.js';
import type { FunnelFacts } from '../db/insert-deliveries.js';
import type { VersionCache } from '../usecases/version-cache.js';
import { buildWebhookPayload, type WebhookPayload } from './build-webhook-payload.js';

/** What the payload is made with. */
export interface PayloadDeps {
  versions: VersionCache;
  /** The match as a result page shows it, names in the given language. Fails like a match. */
  presentMatch(input: StoredMatchingInput, locale: string): Promise<PresentedMatch>;
  /** Cards of the given variants; unknown ones are left out. */
  getVariants(companyId: string, variantIds: readonly string[]): Promise<CatalogCard[]>;
}

export interface LoadedPayload {
  payload: WebhookPayload;
  /** The assortment is too large to be matched: the payload names no products. */
  isTooLarge: boolean;
}

/** Says that there is too much to be matched; tried again it would be the same. */
const TOO_LARGE: readonly string[] = ['MATCHING_SCOPE_TOO_LARGE', 'MATCHING_RESPONSE_TOO_LARGE'];

/**
 * Matches an analysis, reads the products and builds the payload. Waits as long as the context allows. Fails with what the
 * matcher, the catalogue or funnel-svc failed with: a payload without products always means that nothing suits, or that the
 * assortment is too large.
 */
export async function loadWebhookPayload(
  deps: PayloadDeps,
  analysis: SubmittedAnalysis,
  funnel: FunnelFacts,
): Promise<LoadedPayload> {
  const { companyId, versionId, input } = analysis;
  const [{ steps }, match] = await Promise.all([
    deps.versions.get(versionId),
    deps.presentMatch(input, funnel.language).catch((error: unknown) => {
      if (error instanceof ServiceError && TOO_LARGE.includes(error.code)) return null;
      throw error;
    }),
  ]);
  const cards = match ? await deps.getVariants(companyId, match.variants) : [];
  return { payload: buildWebhookPayload({ analysis, steps, funnel, match, cards }), isTooLarge: match === null };
}
