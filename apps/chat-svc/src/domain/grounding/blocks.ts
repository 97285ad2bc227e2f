import type { ALL_COLOR_TYPES } from '@svc/domain';
import type { MatchedRef, Ref } from './allowed-set.js';

export type ColorType = (typeof ALL_COLOR_TYPES)[number];

/** One or more, so that a text never speaks of nothing. */
export type Some<Item> = readonly [Item, ...Item[]];

export function toSome<Item>(items: readonly Item[]): Some<Item> | undefined {
  const [first, ...rest] = items;
  return first === undefined ? undefined : [first, ...rest];
}

/** Texts without parameters. */
const PLAIN_TEXTS = [
  'HELLO',
  'HELP',
  'THANKS',
  'FOUND_SEARCH',
  'FOUND_NEAR',
  'FOUND_CHEAPER',
  'FOUND_MORE',
  'NOTHING_FOUND',
  'NOTHING_CHEAPER',
  'NOTHING_MORE',
  'NOTHING_SUITS',
  'SETS_FOUND',
  'NO_SETS',
  'NO_SET_SUITS',
  'NO_SET_FOUND',
  'THIS_EXCLUDED',
  'THIS_UNKNOWN',
  'SEARCH_NOT_READY',
  'ANALYSIS_FIRST',
  'ANALYSIS_HERE',
  'ANALYSIS_MISSING',
  'RESULTS_HERE',
  'RESULTS_MISSING',
  'WHICH_PRODUCT',
  'WHICH_TWO',
  'WHY_ANALYSIS',
  'COLOR_TYPE_UNKNOWN',
  'CONTACT_HERE',
  'CONTACT_MISSING',
  'ORDER_CONTACT',
  'ORDER_MISSING',
  'FAQ_MISSING',
  'DELETE_HERE',
  'PRIVACY_HERE',
  'RESTARTED',
  'MEDICAL',
  'DISCOUNT',
  'PERSONAL',
  'OUT_OF_SCOPE',
  'UNKNOWN',
] as const;
export type PlainText = (typeof PLAIN_TEXTS)[number];

/** Texts about products. What they say of a product is filled in by the encoder, from the ref. */
export interface ProductTexts<Scope> {
  PRICE_OF: { readonly product: Ref<Scope> };
  PRICE_MISSING: { readonly product: Ref<Scope> };
  AVAILABLE: { readonly product: Ref<Scope> };
  NOT_AVAILABLE: { readonly product: Ref<Scope> };
  OTHERS_AVAILABLE: { readonly product: Ref<Scope>; readonly variants: Some<Ref<Scope>> };
  VARIANTS_OF: { readonly product: Ref<Scope>; readonly variants: Some<Ref<Scope>> };
  ONE_VARIANT: { readonly product: Ref<Scope> };
  CART: { readonly product: Ref<Scope> };
  CART_NOT_AVAILABLE: { readonly product: Ref<Scope> };
  NOT_IN_MATCH: { readonly product: Ref<Scope> };
  SET_OF: { readonly product: Ref<Scope>; readonly members: Some<Ref<Scope>> };
  SETS_WITH: { readonly product: Ref<Scope> };
  NO_SET_WITH: { readonly product: Ref<Scope> };
  COMPARED: { readonly products: readonly [Ref<Scope>, Ref<Scope>] };
  CHEAPER_OF: { readonly product: Ref<Scope>; readonly than: Ref<Scope> };
  /** Recommendations: only products of the match. */
  SUITS: { readonly products: Some<MatchedRef<Scope>> };
  SETS_SUIT: { readonly products: Some<MatchedRef<Scope>> };
  PRODUCT_SUITS: { readonly product: MatchedRef<Scope> };
  WHY: { readonly product: MatchedRef<Scope> };
  SUITS_OF: { readonly product: MatchedRef<Scope> };
}
export type ProductText = keyof ProductTexts<never>;

export type TextBlock<Scope> =
  | { readonly type: 'text'; readonly key: PlainText }
  | { readonly type: 'text'; readonly key: 'COLOR_TYPE_IS' | 'COLOR_TYPE_MEANS'; readonly colorType: ColorType }
  | {
      [Key in ProductText]: { readonly type: 'text'; readonly key: Key; readonly about: ProductTexts<Scope>[Key] };
    }[ProductText];

/** What a comparison shows of both products. */
export const COMPARED_FACTS = ['PRICE', 'AVAILABILITY', 'SIZE', 'MATCH'] as const;
export type ComparedFact = (typeof COMPARED_FACTS)[number];

/** What the shopper can do with one press. */
export const ACTION_KINDS = [
  'OPEN_ANALYSIS',
  'OPEN_RESULTS',
  'CONTACT',
  'PRIVACY',
  'DELETE_CONVERSATION',
  'RESTART',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** Answers that are offered. `STARTER` and `NARROW` carry a number: of a starter of the company, of a facet. */
export const REPLY_KINDS = [
  'CHEAPER',
  'MORE',
  'AVAILABLE_ONLY',
  'WHY',
  'COMPARE',
  'WHAT_SUITS_ME',
  'CHEAPEST',
  'SETS',
  'START_ANALYSIS',
  'OPEN_RESULTS',
  'CONTACT',
  'RESTART',
] as const;
export type ReplyKind = (typeof REPLY_KINDS)[number];
export type Reply =
  | { readonly kind: ReplyKind }
  | { readonly kind: 'STARTER'; readonly starter: number }
  | { readonly kind: 'NARROW'; readonly facet: number };

/**
 * A part of an answer. No member is a free string: products are refs, texts are keys, the company's own words are numbers of
 * its entries. The encoder turns it into what the shopper sees.
 */
export type Block<Scope> =
  | TextBlock<Scope>
  | { readonly type: 'company'; readonly text: 'GREETING' }
  | { readonly type: 'faq'; readonly entry: number }
  | { readonly type: 'products'; readonly items: Some<Ref<Scope>>; readonly withReasons: boolean }
  | {
      readonly type: 'comparison';
      readonly items: readonly [Ref<Scope>, Ref<Scope>];
      readonly facts: Some<ComparedFact>;
    }
  | { readonly type: 'cart'; readonly item: Ref<Scope> }
  | { readonly type: 'actions'; readonly items: Some<ActionKind> };

/** An answer before it is encoded. */
export interface Answer<Scope> {
  readonly blocks: readonly Block<Scope>[];
  readonly replies: readonly Reply[];
}
