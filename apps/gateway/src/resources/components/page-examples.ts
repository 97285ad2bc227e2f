import type { ShopPage } from './page-schema.js';

export const pageExamples: Record<string, ShopPage> = {
  product: { product: { id: 'P1007', isSet: false } },
  other: { product: null },
};
