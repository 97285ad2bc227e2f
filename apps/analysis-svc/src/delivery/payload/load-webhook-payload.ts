import type { CatalogCard, PresentedMatch } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { StoredMatchingInput } from '../../db/analyses.js';
import type { SubmittedAnalysis } from '../../db/find-submitted-analysis.js';
import type { FunnelFacts } from '../../db/insert-deliveries.js';
import type { VersionCache } from '../../usecases/version-cache.js';
import { buildWebhookPayload, type WebhookPayload } from './build-webhook-payload.js';

/** Dependencies of building a payload. */
export interface PayloadDeps {
  versions: Pick<VersionCache, 'get'>;
  /** The match as a result page shows it, with names in the given language. Throws like a match. */
  presentMatch(input: StoredMatchingInput, locale: string): Promise<PresentedMatch>;
  /** Cards of the given variants, without unknown ones. */
  getVariants(companyId: string, variantIds: readonly string[]): Promise<CatalogCard[]>;
}

export interface LoadedPayload {
  payload: WebhookPayload;
  /** Why the payload cannot contain products, whatever the answers; null if it can. */
  emptyReason: EmptyReason | null;
}

/** The assortment, or the part that the tabs select, is too large. A retry fails in the same way. */
const TOO_LARGE = ['MATCHING_SCOPE_TOO_LARGE', 'MATCHING_RESPONSE_TOO_LARGE'] as const;
type TooLarge = (typeof TOO_LARGE)[number];

/** `NO_ENABLED_TAB`: the result page is enabled without an enabled tab; the whole assortment is not used instead. */
export type EmptyReason = TooLarge | 'NO_ENABLED_TAB';

/**
 * Matches an analysis, loads the products and builds the payload, within the deadline of the context. Throws the errors of the
 * matcher, catalog-sync and funnel-svc. A payload without products therefore means that no product is suitable, or that it
 * has an `emptyReason`.
 */
export async function loadWebhookPayload(
  deps: PayloadDeps,
  analysis: SubmittedAnalysis,
  funnel: FunnelFacts,
): Promise<LoadedPayload> {
  const { companyId, versionId, input } = analysis;
  const [{ steps }, found] = await Promise.all([
    deps.versions.get(versionId),
    deps.presentMatch(input, funnel.language).catch(requireTooLarge),
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

function requireTooLarge(error: unknown): TooLarge {
  const code = error instanceof ServiceError && TOO_LARGE.find((one) => one === error.code);
  if (!code) throw error;
  return code;
}
