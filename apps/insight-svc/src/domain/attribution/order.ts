import type { Money } from './money.js';

/** Where an order comes from: from a browser, or from the shop's server with an API key. */
const ORDER_KINDS = ['REPORTED', 'VERIFIED'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** One line of an order. */
export interface OrderLine {
  lineId: string;
  variantId: string;
  /** At least 1. */
  quantity: number;
  /** Per unit. */
  price: Money;
  /** Of the whole line. */
  discount: Money;
  /** The analysis that the shop kept at the line in its cart. */
  analysisId?: string;
  /** The catalog does not have the variant. */
  isForeign?: boolean;
}

/** What a browser remembers of a recommendation. */
export interface Recommendation {
  variantId: string;
  analysisId: string;
  /** When it was recommended, in milliseconds since the epoch. Renewed when the shopper opens the result again. */
  timestamp: number;
}

/** What attribution needs of an order. */
export interface Order {
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** In addition to the discounts of lines. */
  discount: Money;
  /** Their ids differ. */
  lines: readonly OrderLine[];
  recommendations: readonly Recommendation[];
}

/** Money that was returned for one line. */
export interface LineRefund {
  refundId: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  amount: Money;
}
