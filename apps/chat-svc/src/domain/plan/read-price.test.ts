import { describe, expect, it } from 'vitest';
import { normalize } from '../text/normalize.js';
import { readPrice } from './read-price.js';

describe('a price in a message', () => {
  it.each([
    ['unter 20 Euro', undefined, 20],
    ['unter 20', undefined, 20],
    ['bis 9,99€', undefined, 9.99],
    ['max. 25 euros', undefined, 25],
    ['nicht mehr als 30 €', undefined, 30],
    ['less than $15', undefined, 15],
    ['between 60 and 100 euro', 60, 100],
    ['zwischen 100 und 60 Euro', 60, 100],
    ['über 50 Euro', 50, undefined],
    ['SPF 50', undefined, undefined],
    ['size 39', undefined, undefined],
  ])('%s', (text, min, max) => {
    const price = readPrice(normalize(text));
    expect([price.min, price.max]).toEqual([min, max]);
  });

  it('has an order', () => {
    expect(readPrice('gunstigster lippenstift').order).toBe('CHEAPEST');
    expect(readPrice('most expensive coat').order).toBe('DEAREST');
    expect(readPrice('lippenstift').order).toBeUndefined();
  });
});
