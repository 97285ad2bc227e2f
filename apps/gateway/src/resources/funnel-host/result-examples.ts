import { ANALYSIS_ID } from '../../openapi/example-ids.js';

export const cardExamples = {
  V1007: {
    variantId: 'V1007',
    productId: 'P1',
    productName: 'Velvet Blush',
    variantName: 'Velvet Blush – Peach',
    link: 'https://shop.glow.example/p/1?variant=V1007',
    imageUrl: 'https://shop.glow.example/p/1.jpg',
    color: '#f0b49a',
    price: '19.90',
    currency: 'EUR',
    available: true,
    reasons: [
      { code: 'COLOR_TYPE', text: 'In harmony with your color type, True Spring.' },
      { code: 'ANSWER', text: 'Matches your answer “Moisture”.', answer: { stepId: 12, key: 'dryness' } },
    ],
    set: null,
  },
  V2041: {
    variantId: 'V2041',
    productId: 'P9',
    productName: 'Weekend Set',
    variantName: 'Weekend Set',
    available: true,
    reasons: [{ code: 'SET', text: 'Every product in this set suits you.' }],
    set: { key: 'weekend', name: 'Weekend Set', members: [{ variantId: 'V1007', quantity: 2 }] },
  },
};

export const resultExample = {
  analysisId: ANALYSIS_ID,
  funnel: 'beauty',
  isPreview: false,
  locale: 'en',
  colorType: { type: 'TRUE_SPRING', name: 'True Spring' },
  resultPage: true,
  variants: ['V1007', 'V2041'],
  tabs: [{ key: 'FACE', name: 'Face', maxItemsToShow: 6, variants: ['V1007', 'V2041'] }],
  cards: cardExamples,
  links: { V1007: 'https://shop.glow.example/p/1?variant=V1007' },
};
