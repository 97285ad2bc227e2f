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
  /** Why the payload names no products, whatever was answered; null if it may name some. */
  emptyReason: EmptyReason | null;
}

/** The assortment, or what the tabs select of it, is too large. A retry would fail in the same way. */
const TOO_LARGE = ['MATCHING_SCOPE_TOO_LARGE', 'MATCHING_RESPONSE_TOO_LARGE'] as const;
type TooLarge = (typeof TOO_LARGE)[number];

/** `NO_ENABLED_TAB`: the result page is on but has no enabled tab; there is no fallback to the assortment. */
export type EmptyReason = TooLarge | 'NO_ENABLED_TAB';

/**
 * Matches an analysis, reads the products and builds the payload. Waits as long as the context allows. Fails with what the
 * matcher, the catalogue or funnel-svc failed with: a payload without products always means that nothing suits, or has an
 * `emptyReason`.
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
  const match = typeof found === 'string' ? null : found;
  const cards = match ? await deps.getVariants(companyId, match.variants) : [];
  return {
    payload: buildWebhookPayload({ analysis, steps, funnel, match, cards }),
    emptyReason: getEmptyReason(found),
  };
}

function getEmptyReason(found: PresentedMatch | TooLarge): EmptyReason | null {
  if (typeof found === 'string') return found;
  return found.resultPage && found.tabs.length === 0 ? 'NO_ENABLED_TAB' : null;
}

function orTooLarge(error: unknown): TooLarge {
  const code = error instanceof ServiceError && TOO_LARGE.find((one) => one === error.code);
  if (!code) throw error;
  return code;
}
