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
  /** What of the match is too large: then the payload names no products. */
  tooLarge: TooLarge | null;
}

/** The assortment, or what the tabs select of it. Tried again it would be the same. */
export const TOO_LARGE = ['MATCHING_SCOPE_TOO_LARGE', 'MATCHING_RESPONSE_TOO_LARGE'] as const;
export type TooLarge = (typeof TOO_LARGE)[number];

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
  const [{ steps }, found] = await Promise.all([
    deps.versions.get(versionId),
    deps.presentMatch(input, funnel.language).catch(orTooLarge),
  ]);
  const [match, tooLarge] = typeof found === 'string' ? [null, found] : [found, null];
  const cards = match ? await deps.getVariants(companyId, match.variants) : [];
  return { payload: buildWebhookPayload({ analysis, steps, funnel, match, cards }), tooLarge };
}

function orTooLarge(error: unknown): TooLarge {
  const code = error instanceof ServiceError && TOO_LARGE.find((one) => one === error.code);
  if (!code) throw error;
  return code;
}
