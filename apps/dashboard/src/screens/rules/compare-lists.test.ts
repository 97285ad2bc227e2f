import { describe, expect, it } from 'vitest';
import { compareLists } from './compare-lists.js';

describe('compareLists', () => {
  it('says of each variant how far it moved, and which are new', () => {
    expect(compareLists(['a', 'b', 'c'], ['c', 'a', 'd'])).toEqual([
      { variantId: 'c', moved: 2 },
      { variantId: 'a', moved: -1 },
      { variantId: 'd', moved: null },
    ]);
  });
});
