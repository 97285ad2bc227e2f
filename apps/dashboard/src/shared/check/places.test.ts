import { describe, expect, it } from 'vitest';
import { toShownPath, toVariantPlace } from './places.js';

const catalog = {
  getProductId: (variant: string) => (variant === 'V/1' ? 'P 1' : undefined),
  getVariantName: (variant: string) => (variant === 'V/1' ? 'Velvet, Coral' : variant),
};
const answer = (step: number | null, ...chosen: string[]) => ({ step, key: 'q', chosen });

describe('where findings of a check lead to (docs/dashboard.md Y39.1)', () => {
  it('a variant has its name and leads to its product, and by its id to the list where the product is not known', () => {
    expect(toVariantPlace(catalog, 'V/1')).toEqual({
      ...{ key: 'V/1', text: 'Velvet, Coral' },
      to: { screen: '/products/details', search: { product: 'P 1', variant: 'V/1' } },
    });
    expect(toVariantPlace(catalog, 'V2')).toEqual({
      ...{ key: 'V2', text: 'V2' },
      to: { screen: '/products', search: { query: 'V2' } },
    });
  });

  it('a dead end is shown at the last question of its cause, with all answers on the way and the color type (Y14.2)', () => {
    const example = [answer(1, 'dry'), answer(2, 'yes', 'no'), answer(null, 'WINTER'), answer(3, 'none')];
    const path = {
      answers: [
        [1, ['dry']],
        [2, ['yes', 'no']],
        [3, ['none']],
      ],
      colorType: 'WINTER',
    };
    expect(toShownPath({ answers: [answer(1, 'dry'), answer(2, 'yes'), answer(null, 'WINTER')], example })).toEqual({
      ...{ step: 2, view: undefined, path },
    });
    expect(toShownPath({ answers: [], example })).toMatchObject({ step: 3, path });
    expect(toShownPath({ answers: [], example: [] })).toMatchObject({ step: undefined, path: { answers: [] } });
  });
});
