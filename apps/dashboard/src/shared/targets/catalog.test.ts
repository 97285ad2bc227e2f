import { expect, it } from 'vitest';
import { Catalog, EMPTY_CATALOG } from './catalog.js';

it('a variant has the picture of its product, if there is one (docs/dashboard.md Y24.4)', () => {
  const catalog = new Catalog({
    ...EMPTY_CATALOG.matrix,
    products: {
      ...{ id: ['P1', 'P2'], name: ['One', 'Two'], image: ['https://shop.example/1.jpg', null] },
      ...{ tags: [[], []], catalogTags: [[], []] },
    },
    variants: {
      ...{ id: ['V2', 'V1'], product: [1, 0], name: ['b', 'a'], color: [null, null], available: '11' },
      ...{ tags: [[], []], catalogTags: [[], []] },
    },
  });
  expect(['V1', 'V2', 'V3'].map(catalog.getImage)).toEqual(['https://shop.example/1.jpg', undefined, undefined]);
});
