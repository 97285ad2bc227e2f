import { anyCharacter } from '@svc/kit/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGid, parseProduct, parseVariant, UnreadableNode } from './parse-product.js';

const product = (changes: object = {}) => ({
  id: 'gid://shopify/Product/7',
  title: 'Lip Oil',
  vendor: 'Glow',
  productType: 'Lip Care',
  tags: ['finish:Glossy', 'Best seller', 'a|b', ''],
  status: 'ACTIVE',
  onlineStoreUrl: 'https://glow.example/products/lip-oil',
  updatedAt: '2026-11-21T10:00:00Z',
  featuredMedia: { preview: { image: { url: 'https://cdn.example/7.jpg' } } },
  ...changes,
});
const variant = (changes: object = {}) => ({
  id: 'gid://shopify/ProductVariant/71',
  title: 'Rose / 5 ml',
  price: '19.90',
  compareAtPrice: '25.00',
  availableForSale: true,
  position: 2,
  selectedOptions: [
    { name: 'Color', value: 'Rose' },
    { name: 'Skin Concern', value: '5 ml' },
  ],
  image: { url: 'https://cdn.example/71.jpg' },
  product: product(),
  ...changes,
});

describe('parseProduct', () => {
  it('reads name, vendor, picture, address, and labels as tags, like an exported file', () => {
    expect(parseProduct(product())).toMatchObject({
      id: '7',
      name: 'Lip Oil',
      url: 'https://glow.example/products/lip-oil',
      imageUrl: 'https://cdn.example/7.jpg',
      vendor: 'Glow',
      tags: ['finish:Glossy', 'tag:Best seller', 'tag:a/b', 'category:Lip Care'],
      updatedAt: new Date('2026-11-21T10:00:00Z'),
    });
  });

  it('missing values are omitted: an unpublished product without a picture, a vendor or a type', () => {
    const bare = product({ vendor: '', productType: '', onlineStoreUrl: null, featuredMedia: null, tags: [] });
    expect(parseProduct(bare)).toMatchObject({ url: undefined, imageUrl: undefined, vendor: undefined, tags: [] });
  });
});

describe('parseVariant', () => {
  it('has the name of its product before its own, prices, and its options as tags', () => {
    expect(parseVariant(variant())).toEqual({
      id: '71',
      productId: '7',
      position: 2,
      name: 'Lip Oil - Rose / 5 ml',
      available: true,
      url: 'https://glow.example/products/lip-oil?variant=71',
      price: '19.90',
      compareAtPrice: '25.00',
      imageUrl: 'https://cdn.example/71.jpg',
      tags: ['color:Rose', 'skin_concern:5 ml'],
    });
  });

  it('the only variant of a product has the name of the product', () => {
    const only = variant({ title: 'Default Title', selectedOptions: [{ name: 'Title', value: 'Default Title' }] });
    expect(parseVariant(only)).toMatchObject({ name: 'Lip Oil', tags: [] });
  });

  it.each([
    ['ACTIVE', true, true],
    ['ACTIVE', false, false],
    ['DRAFT', true, false],
    ['ARCHIVED', true, false],
    ['UNLISTED', true, false],
  ])('%s and available for sale: %s is offered: %s', (status, availableForSale, available) => {
    expect(parseVariant(variant({ availableForSale, product: product({ status }) }))).toMatchObject({ available });
  });

  it.each([
    [{ price: '19,90' }, 'price is no decimal number'],
    [{ price: 19.9 }, 'price is no decimal number'],
    [{ compareAtPrice: 'x' }, 'compareAtPrice is no decimal number'],
    [{ id: 'gid://shopify/Product/71' }, 'id is none of a ProductVariant'],
    [{ product: null }, 'the title of its product is empty'],
    [{ product: product({ id: 7 }) }, 'id is none of a Product'],
  ])('%j is rejected: %s', (changes, message) => {
    expect(() => parseVariant(variant(changes))).toThrow(new UnreadableNode(message));
  });
});

describe('whatever Shopify sends', () => {
  it('is read or rejected, never crashes, and never passes text that the database cannot store', () => {
    const anything = fc.jsonValue();
    const node = (base: object) =>
      fc.record(Object.fromEntries(Object.keys(base).map((key) => [key, anything])), { requiredKeys: [] });
    const texts = fc.string({ unit: anyCharacter(fc) });
    fc.assert(
      fc.property(node(product()), node(variant()), texts, (oneProduct, oneVariant, text) => {
        for (const read of [
          () => parseProduct(oneProduct),
          () => parseVariant(oneVariant),
          () => parseProduct(product({ title: text, vendor: text, tags: [text], onlineStoreUrl: text })),
          () => parseVariant(variant({ title: text, selectedOptions: [{ name: text, value: text }] })),
        ]) {
          try {
            const found = JSON.stringify(read());
            expect(found).not.toContain('\\u0000');
            expect(found).not.toMatch(/\\ud[89a-f]/i);
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableNode);
          }
        }
      }),
    );
  });
});

describe('parseGid', () => {
  it('returns kind and numeric id', () => {
    expect(parseGid('gid://shopify/Product/123')).toEqual({ type: 'Product', id: '123' });
    for (const text of ['', 'gid://shopify/Product/', 'gid://shopify/Product/1?x', 'gid://other/Product/1', 1, null]) {
      expect(parseGid(text)).toBeUndefined();
    }
  });
});
