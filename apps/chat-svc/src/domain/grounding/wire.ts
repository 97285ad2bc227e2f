import type { ActionKind } from './blocks.js';

/** A product as it is shown: facts of the current catalog; missing ones are absent. */
export interface Card {
  readonly variantId: string;
  readonly productId: string;
  readonly name: string;
  readonly price?: string | undefined;
  readonly available: boolean;
  readonly size?: string | undefined;
  readonly link?: string | undefined;
  readonly image?: string | undefined;
}

/** What the shopper can do with one press. */
export interface WireAction {
  /** `a1` is the first of the answer; valid for the next turn only. */
  readonly id: string;
  readonly kind: ActionKind | 'ADD_TO_CART';
  readonly label: string;
  readonly url?: string | undefined;
  readonly variantId?: string | undefined;
}

/** A part of an answer as the element receives it. */
export type WireBlock =
  | { readonly type: 'text'; readonly text: string; readonly link?: string | undefined }
  | {
      readonly type: 'products';
      readonly items: readonly {
        readonly variantId: string;
        readonly card: Card;
        readonly reasons: readonly string[];
      }[];
    }
  | {
      readonly type: 'comparison';
      readonly cards: readonly Card[];
      readonly rows: readonly { readonly label: string; readonly values: readonly string[] }[];
    }
  | { readonly type: 'actions'; readonly items: readonly WireAction[] };

/** An answer that is offered under the last message; its id is valid for the next turn only. */
export interface WireReply {
  readonly id: string;
  readonly label: string;
}
