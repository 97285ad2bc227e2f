import type { MatchedRef, Ref } from '../grounding/allowed-set.js';
import type { ColorType, Some } from '../grounding/blocks.js';

/** What the company and the thread have, which decides what an answer offers. */
export interface Situation {
  readonly hasFunnel: boolean;
  readonly hasAnalysis: boolean;
  readonly hasContact: boolean;
  readonly hasPrivacy: boolean;
  readonly hasGreeting: boolean;
  readonly starters: number;
  readonly colorType?: ColorType | undefined;
}

/** What the composer may ask about a product. No name, no price and no address: those are filled in by the encoder. */
export interface ProductFacts<Scope> {
  asMatched(ref: Ref<Scope>): MatchedRef<Scope> | undefined;
  hasPrice(ref: Ref<Scope>): boolean;
  isAvailable(ref: Ref<Scope>): boolean;
  hasReasons(ref: Ref<Scope>): boolean;
  /** All allowed variants of the product, in the catalog's order; at least the ref itself. */
  listVariants(ref: Ref<Scope>): Some<Ref<Scope>>;
  /** The cheaper of two, if both have a price and they differ. */
  findCheaper(a: Ref<Scope>, b: Ref<Scope>): Ref<Scope> | undefined;
}

/** How the cards of an answer were found. */
export type FoundBy = 'MATCH' | 'SEARCH' | 'NEAR' | 'CHEAPER' | 'MORE';

/**
 * What a turn found: one member for each kind of answer. The composer sees nothing else, so it has no word of the shopper, of
 * the catalog or of a model.
 */
export type Outcome<Scope> =
  | { readonly kind: 'TALK'; readonly intent: TalkIntent }
  | { readonly kind: 'FAQ'; readonly entry?: number | undefined }
  | {
      readonly kind: 'PRODUCTS';
      readonly by: FoundBy;
      readonly items: Some<Ref<Scope>>;
      readonly offersAnalysis: boolean;
      /** Facets that would narrow the result. */
      readonly narrow: readonly number[];
    }
  | { readonly kind: 'NOTHING'; readonly why: 'NOTHING_FOUND' | 'NOTHING_CHEAPER' | 'NOTHING_MORE' | 'NOTHING_SUITS' }
  | { readonly kind: 'NEEDS_ANALYSIS' }
  | { readonly kind: 'NEEDS_PRODUCT'; readonly count: 1 | 2 }
  | {
      readonly kind: 'SUBJECT';
      readonly intent: SubjectIntent;
      readonly subject: Ref<Scope>;
      readonly instead: readonly MatchedRef<Scope>[];
    }
  | {
      /** The page's product, which may not be named. */
      readonly kind: 'HIDDEN';
      readonly why: 'THIS_EXCLUDED' | 'THIS_UNKNOWN';
      readonly instead: readonly MatchedRef<Scope>[];
    }
  | {
      readonly kind: 'SETS';
      readonly items: Some<ShownSet<Scope>>;
      /** The product that all of them contain, where one was asked about. */
      readonly with?: Ref<Scope> | undefined;
      /** They do not have everything that was asked for. */
      readonly isNear: boolean;
    }
  | {
      readonly kind: 'NO_SETS';
      readonly why: 'NO_SETS' | 'NO_SET_SUITS' | 'NO_SET_FOUND';
    }
  | {
      /** No set contains this product. */
      readonly kind: 'NO_SETS';
      readonly why: 'NO_SET_WITH';
      readonly product: Ref<Scope>;
    }
  | { readonly kind: 'COMPARED'; readonly items: readonly [Ref<Scope>, Ref<Scope>] };

/** A set and what it consists of, as far as that may be named. */
export interface ShownSet<Scope> {
  readonly own: Ref<Scope>;
  readonly members: readonly Ref<Scope>[];
}

export type TalkIntent =
  | 'GREETING'
  | 'THANKS'
  | 'HELP'
  | 'COLOR_TYPE'
  | 'START_ANALYSIS'
  | 'OPEN_RESULTS'
  | 'CONTACT'
  | 'ORDER'
  | 'DELETE'
  | 'PRIVACY'
  | 'RESTART'
  | 'MEDICAL'
  | 'DISCOUNT'
  | 'PERSONAL'
  | 'OUT_OF_SCOPE'
  | 'UNKNOWN'
  | 'SEARCH_NOT_READY';

export type SubjectIntent = 'PRICE' | 'AVAILABLE' | 'SIZES' | 'DOES_THIS_SUIT_ME' | 'WHY' | 'ADD_TO_CART';
