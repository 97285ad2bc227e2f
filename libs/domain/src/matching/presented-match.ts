import type { EnumField } from '../answers/enums.js';

/** A tab as people see it. */
export interface PresentedTab {
  key: string;
  name: string;
  description?: string;
  /** A hint for presentation; `variants` has all. */
  maxItemsToShow?: number;
  /** Merchant's ids, best first. */
  variants: string[];
}

/** A match as a result page and a webhook show it. */
export interface PresentedMatch {
  /** The result page is on: `tabs` are its enabled tabs, and `variants` is their union. Without an enabled tab both are empty. */
  resultPage: boolean;
  /** Merchant's ids, best first. */
  variants: string[];
  tabs: PresentedTab[];
}

/** Why a variant suits, without a word about other products. */
export const SHOPPER_REASONS = [
  /** It carries the shopper's color type, or one near to it. */
  'COLOR_TYPE',
  /** It goes with the shopper's skin color or undertone. */
  'COMPLEXION',
  /** It carries what a chosen option asks for. */
  'ANSWER',
  /** The merchant recommends it to shoppers with these answers. */
  'RECOMMENDED',
  /** Shoppers with like answers liked it. */
  'LEARNED',
  /** A set whose members suit. */
  'SET',
] as const;
export type ShopperReasonCode = (typeof SHOPPER_REASONS)[number];

export interface ShopperReason {
  code: ShopperReasonCode;
  /** A short sentence in the page's language. */
  text: string;
  /** Of ANSWER and COMPLEXION: the answer that is meant. */
  answer?: { stepId: number; key: string } | { field: EnumField; value: string };
}

export interface VariantDescription {
  /** At most three, the strongest first; may be empty. */
  reasons: ShopperReason[];
  /** A set: its members in the merchant's order (fixed) or best first (dynamic). */
  set: { key: string; name: string; members: { variantId: string; quantity: number }[] } | null;
}
