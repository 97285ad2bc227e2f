import { describe, expect, it } from 'vitest';
import { toCartDetail } from './cart-detail.js';

describe('what is put into the cart (docs/contract.md C21.5; docs/components.md B11.10)', () => {
  it('is one item for a variant, without a set_id', () => {
    expect(toCartDetail({ variantId: 'V1', set: null })).toEqual({
      type: 'add_to_cart',
      items: [{ id: 'V1', quantity: 1 }],
      source: 'add_to_cart',
    });
  });

  it("is the members of a set, with the set's variant id of the shop and not its key in the company file", () => {
    const set = {
      key: 'duo',
      name: 'Duo',
      members: [
        { variantId: 'V1', quantity: 2 },
        { variantId: 'V2', quantity: 1 },
      ],
    };
    expect(toCartDetail({ variantId: 'SET1', set })).toEqual({
      type: 'add_to_cart',
      items: [
        { id: 'V1', quantity: 2 },
        { id: 'V2', quantity: 1 },
      ],
      set_id: 'SET1',
      source: 'add_to_cart',
    });
  });
});
