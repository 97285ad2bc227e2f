import type { AddToCartDetail } from '@svc/components';
import type { ResultCard } from '@svc/domain';

/**
 * What the shop page receives when a card is put into the cart: one item, or the members of a set with the set's own variant
 * id. All ids are those of the shop system. docs/contract.md C21.5; docs/components.md B11.10.
 */
export function toCartDetail({ variantId, set }: Pick<ResultCard, 'variantId' | 'set'>): AddToCartDetail {
  const items = set
    ? set.members.map((member) => ({ id: member.variantId, quantity: member.quantity }))
    : [{ id: variantId, quantity: 1 }];
  return { type: 'add_to_cart', items, ...(set && { set_id: variantId }), source: 'add_to_cart' };
}
