import { describe, expect, it } from 'vitest';
import { countEvents } from './count-events.js';

const counted = {
  ...{ productName: 'Mask', variantName: 'x', isFew: false, shown: 80, clicked: 40, clickRate: null },
  ...{ addedToCart: 12, bought: 6 },
};
const few = { isFew: true, shown: null, clicked: null, addedToCart: null, bought: null };

describe('events of a product (docs/dashboard.md Y13.3)', () => {
  it('are those of its variants in their order; a variant without a row had none, and few shoppers are not counted', () => {
    const variants = ['V1', 'V2', 'V3'].map((shopSystemId) => ({ shopSystemId, name: `Name ${shopSystemId}` }));
    const rows = countEvents(variants, [
      { ...counted, variantId: 'V3', ...few },
      { ...counted, variantId: 'V1' },
    ]);
    expect(rows).toEqual([
      { id: 'V1', name: 'Name V1', isFew: false, shown: 80, clicked: 40, addedToCart: 12, bought: 6 },
      { id: 'V2', name: 'Name V2', isFew: false, shown: 0, clicked: 0, addedToCart: 0, bought: 0 },
      expect.objectContaining({ id: 'V3', isFew: true }),
    ]);
  });
});
