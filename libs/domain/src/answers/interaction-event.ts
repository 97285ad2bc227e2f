/** What a shopper did with a variant that was shown. docs/matching.md M7. */
export const INTERACTION_TYPES = ['IMPRESSION', 'CLICK', 'ADD_TO_CART', 'PURCHASE'] as const;
export type InteractionType = (typeof INTERACTION_TYPES)[number];

/** One interaction as a client reports it. */
export interface InteractionEvent {
  /** Chosen by the client, unique within the analysis: the same id again counts once. */
  id: string;
  type: InteractionType;
  /** The merchant's id; may no longer be in the catalog. */
  variantId: string;
  /** Place in the list that was shown, from 0; always there for impressions. */
  position?: number;
  /** Undefined: when it was received. */
  occurredAt?: Date;
}
