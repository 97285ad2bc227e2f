import { describe, expect, it } from 'vitest';
import { parseAvailability, parseColor, parseCurrency, parsePrice, parseTags, parseUrl } from './cells.js';

describe('cells (docs/catalog.md "The native CSV file")', () => {
  it.each([
    ['19.90', '19.90'],
    ['5', '5'],
    ['19,90', undefined],
    ['-1', undefined],
    ['19.90 EUR', undefined],
    ['1e3', undefined],
    ['.5', undefined],
  ])('price %s is %s', (text, price) => {
    expect(parsePrice(text)).toBe(price);
  });

  it.each([
    ['true', true],
    ['1', true],
    ['In_Stock', true],
    ['FALSE', false],
    ['0', false],
    ['out_of_stock', false],
    ['yes', undefined],
    ['preorder', undefined],
  ])('availability %s is %s', (text, available) => {
    expect(parseAvailability(text)).toBe(available);
  });

  it.each([
    ['#F1D6C1', '#f1d6c1'],
    ['f1d6c1', '#f1d6c1'],
    ['#abc', '#aabbcc'],
    ['ABC', '#aabbcc'],
    ['red', undefined],
    ['#12345', undefined],
    ['##123456', undefined],
  ])('color %s is %s', (text, color) => {
    expect(parseColor(text)).toBe(color);
  });

  it.each([
    ['https://shop.example/p?x=1#y', true],
    ['HTTP://shop.example', true],
    ['https://müller.example/ä', true],
    ['http://localhost:8080/p', true],
    ['javascript:alert(1)', false],
    ['ftp://shop.example', false],
    ['//shop.example/p', false],
    ['/p/1', false],
    ['https://', false],
    ['https://a b.example', false],
  ])('url %s is accepted: %s', (text, isAccepted) => {
    expect(parseUrl(text)).toBe(isAccepted ? text : undefined);
  });

  it('currency is three letters, stored in capitals', () => {
    expect(parseCurrency('eur')).toBe('EUR');
    expect(parseCurrency('€')).toBeUndefined();
  });

  it('tags are trimmed, each kept once, namespaces lower-case, values as given', () => {
    expect(parseTags(' Finish:Matte | category:foundation||finish:Matte ')).toEqual({
      tags: ['finish:Matte', 'category:foundation'],
    });
    expect(parseTags('matte')).toHaveProperty('problem');
    expect(parseTags('color_type:DARK_AUTUMN|color_type:DEEP_AUTUMN')).toEqual({ tags: ['color_type:DEEP_AUTUMN'] });
    expect(parseTags('color_type:NO_SUCH_TYPE')).toHaveProperty('problem', expect.stringContaining('color type'));
  });
});
