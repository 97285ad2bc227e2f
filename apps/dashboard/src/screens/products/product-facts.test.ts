import { describe, expect, it } from 'vitest';
import { getAllTags, getPrices, getTags, isAvailable, type Product, type Variant } from './product-facts.js';
import { readFilter } from './product-filter.js';

const variant = (values: Partial<Variant>): Variant => ({ shopSystemId: 'V1', name: 'Coral', ...values });
const product = (values: Partial<Product>): Product => ({ shopSystemId: 'P1', name: 'Velvet', ...values });

describe('what a product shows (docs/dashboard.md Y13)', () => {
  it('prices are compared as numbers, not as texts', () => {
    const prices = getPrices([
      variant({ price: '100.00', currency: 'EUR' }),
      variant({ price: '19.90', currency: 'EUR' }),
      variant({}),
    ]);
    expect(prices).toEqual({ lowest: '19.90', highest: '100.00', currency: 'EUR' });
  });

  it('there is no range of prices in several currencies, and none without prices', () => {
    expect(
      getPrices([variant({ price: '1', currency: 'EUR' }), variant({ price: '1', currency: 'CHF' })]),
    ).toBeUndefined();
    expect(getPrices([variant({}), variant({ price: null })])).toBeUndefined();
  });

  it('a variant has its own tags and those of its product, each once and with its origin (Y13.2)', () => {
    const tags = getTags(
      product({ tags: ['finish:matte', 'category:lips'] }),
      variant({ tags: ['finish:matte', 'color:Coral'] }),
    );
    expect(tags).toEqual([
      { tag: 'category:lips', origin: 'PRODUCT' },
      { tag: 'color:Coral', origin: 'VARIANT' },
      { tag: 'finish:matte', origin: 'VARIANT' },
    ]);
    const all = product({ tags: ['b:1'], variants: [variant({ tags: ['a:1', 'b:1'] })] });
    expect(getAllTags(all)).toEqual(['a:1', 'b:1']);
  });

  it('only a variant that the catalog calls unavailable is unavailable', () => {
    expect([variant({}), variant({ available: true }), variant({ available: false })].map(isAvailable)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('search, tag, product and variant are in the address, with ids of any characters and of digits (Y13.1)', () => {
    const filter = { query: 'coral', tag: 'a:b', product: 'P/1 ?&#ü', variant: '../V 1' };
    expect(readFilter(filter)).toEqual(filter);
    expect(readFilter({ product: 4711, query: '', tag: 'a:b', other: 'x', variant: null })).toEqual({
      product: '4711',
      tag: 'a:b',
    });
  });
});
