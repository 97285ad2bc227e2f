import type { RecommendedVariant } from '../storage/recommended-variants.js';

/** An order as a page reports it. docs/insight.md N5. */
export interface SvcOrder {
  orderId: string;
  /** RFC 3339, with an offset. */
  createdAt: string;
  /** ISO 4217. */
  currency: string;
  totalsIncludeTax?: boolean;
  /** Amounts are decimal numbers with a point, for example '29.90'. */
  total?: string;
  shipping?: string;
  discount?: string;
  lines: SvcOrderLine[];
}

export interface SvcOrderLine {
  lineId: string;
  /** Shop-system id. */
  variantId: string;
  productId?: string;
  quantity: number;
  /** Per unit. */
  price: string;
  /** Of the whole line. */
  discount?: string;
  analysisId?: string;
}

/** A request of a page that is being closed has at most 64 KiB. */
const MAX_RECOMMENDATIONS = 200;

/**
 * The body of the request: the order, what the browser remembers of it, and what the shopper decided. Of the records, those of the bought
 * variants are sent, and the newest of each analysis: attribution needs no others.
 * @param hadChat - the shopper used the chat at most 3 days ago; undefined: never.
 * @param visitorId - of a visitor who agreed that it is kept.
 */
export function toOrderBody(
  order: SvcOrder,
  records: readonly RecommendedVariant[],
  consent: 'granted' | 'denied' | undefined,
  hadChat: boolean | undefined,
  visitorId?: string,
): string {
  const newestFirst = [...records].sort((a, b) => b.timestamp - a.timestamp);
  const bought = new Set(order.lines.map(({ variantId }) => variantId));
  const analyses = new Set<string>();
  const sent = newestFirst.filter(({ variant_id, analysis_id }) => {
    const isNewest = !analyses.has(analysis_id);
    analyses.add(analysis_id);
    return isNewest || bought.has(variant_id);
  });
  const recommendations = sent
    .slice(0, MAX_RECOMMENDATIONS)
    .map(({ variant_id, analysis_id, timestamp }) => ({ variant_id, analysis_id, timestamp: Math.round(timestamp) }));
  return JSON.stringify({ ...order, recommendations, hadChat, visitorId, ...(consent ? { consent } : {}) });
}
