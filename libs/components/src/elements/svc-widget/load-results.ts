import type { ComponentConfig, ComponentFunnel } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { readRecommendedVariants } from '../../storage/recommended-variants.js';
import { getStorage, loadActions } from '../shared/page-data.js';

/** What is slower is omitted: the widget is not worth a wait. */
const TIMEOUT_MS = 2_000;
/** Variants of other products. */
const MAX_OTHERS = 3;
/** Variants of the page's product; the limit of one request. */
const MAX_CARDS = 48;

/** The part of a card of `GET /api/results/{id}/cards` that is shown. */
export interface VariantCard {
  variantId: string;
  productName: string;
  variantName: string;
  link?: string;
  imageUrl?: string;
  price?: string;
  currency?: string;
  available: boolean;
  reasons: { text: string }[];
  set: { members: { variantId: string; quantity: number }[] } | null;
}

export interface WidgetResults {
  /** True: variants of the page's product. False: none of it suits, so the best of the result. */
  areOfProduct: boolean;
  analysisId: string;
  variants: VariantCard[];
  /** Also of the members of sets, by variant id. */
  cards: Record<string, VariantCard>;
}

/**
 * Loads what suits the shopper on the page of a product, with at most two requests. Null: not available now, or the analysis was
 * erased, which removes it from the records. Never rejects.
 */
export async function loadResults(
  runtime: Runtime,
  config: ComponentConfig,
  { funnel, analysisId, productId }: { funnel: ComponentFunnel; analysisId: string; productId: string },
): Promise<WidgetResults | null> {
  const storage = getStorage(runtime);
  const id = encodeURIComponent(analysisId);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { matchedVariants } = await request<{ matchedVariants: string[] }>(
      `${runtime.settings.platformBaseUrl}/api/v1/analyses/${id}/matches?${new URLSearchParams({ productId })}`,
      signal,
    );
    const areOfProduct = matchedVariants.length > 0;
    const ids = areOfProduct
      ? matchedVariants.slice(0, MAX_CARDS)
      : readRecommendedVariants(storage)
          .filter((record) => record.analysis_id === analysisId)
          .slice(0, MAX_OTHERS)
          .map((record) => record.variant_id);
    if (ids.length === 0) return null;
    const wanted = new URLSearchParams([['locale', config.texts.language], ...ids.map((one) => ['variantId', one])]);
    const { cards } = await request<{ cards: Record<string, VariantCard> }>(
      `${funnel.address}/api/results/${id}/cards?${wanted}`,
      signal,
    );
    const variants = ids.flatMap((one) => cards[one] ?? []);
    return variants.length > 0 ? { areOfProduct, analysisId, variants, cards } : null;
  } catch (error) {
    if (error === 404) (await loadActions(runtime))?.forget(storage, analysisId);
    return null;
  }
}

/** @throws the status of an answer that is not 200. */
async function request<Body>(address: string, signal: AbortSignal): Promise<Body> {
  const response = await fetch(address, { credentials: 'omit', signal });
  if (!response.ok) throw response.status;
  return (await response.json()) as Body;
}
