import { describe, expect, it } from 'vitest';
import { shadeName } from './shade-name.js';

describe('the shade of a product', () => {
  it.each([
    ['Velvet Blush', 'Velvet Blush – 02 Rose', '02 Rose'],
    ['Velvet Blush', 'Velvet Blush (matte)', 'matte'],
    ['Velvet Blush', 'Velvet Blush 02 (matte)', '02 (matte)'],
    ['Velvet Blush', 'Rose', 'Rose'],
    ['Velvet Blush', 'Velvet Blushing', 'Velvet Blushing'],
    ['Velvet Blush', 'Velvet Blush', null],
    ['Velvet Blush', 'Velvet Blush - ', null],
    ['Velvet Blush', '', null],
  ])('of %s, %s is %s', (productName, variantName, shade) => {
    expect(shadeName({ productName, variantName })).toBe(shade);
  });
});
