export interface CartItem {
  /** Variant id of the shop system. */
  id: string;
  quantity: number;
}

/**
 * Detail of `svc-add-to-cart`: one item, several items, or the members of a set with `set_id`.
 * docs/contract.md C21.5.
 */
export interface AddToCartDetail {
  type: 'add_to_cart';
  items: CartItem[];
  /** Present when the items are the members of this set. */
  set_id?: string;
  /** Origin of the event. */
  source: string;
}

/** The visitor adds to the cart. Dispatched on `document`; canceling it stops the default implementation. */
export class SvcAddToCartEvent extends CustomEvent<AddToCartDetail> {
  constructor(items: readonly CartItem[], options: { setId?: string; source?: string } = {}) {
    super('svc-add-to-cart', {
      bubbles: true,
      cancelable: true,
      detail: {
        type: 'add_to_cart',
        items: items.map(({ id, quantity }) => ({ id, quantity })),
        ...(options.setId !== undefined && { set_id: options.setId }),
        source: options.source ?? 'add_to_cart',
      },
    });
  }
}

declare global {
  interface DocumentEventMap {
    'svc-add-to-cart': SvcAddToCartEvent;
  }
}
