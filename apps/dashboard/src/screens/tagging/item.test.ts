import { describe, expect, it } from 'vitest';
import { readItemSearch, toItem } from './item.js';

describe('the address of a list of tags (docs/dashboard.md Y26.1)', () => {
  it('names a variant or a product, also by an id of digits', () => {
    expect(toItem(readItemSearch({ variant: 42 }))).toEqual({ kind: 'variant', id: '42' });
    expect(toItem(readItemSearch({ product: 'P 1' }))).toEqual({ kind: 'product', id: 'P 1' });
    expect(readItemSearch({ variant: 'V1', product: 'P1', other: 1 })).toEqual({ variant: 'V1' });
    expect(toItem(readItemSearch({ variant: '', product: ['P1'] }))).toEqual({ kind: 'product', id: '' });
  });
});
