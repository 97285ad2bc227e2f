import { explanationExample } from '../analyses/explanation-example.js';

const { versions: _versions, ...explanation } = explanationExample;

const matching = {
  rules: [
    {
      key: 'calm-redness',
      when: { step: 12, in: ['redness'] },
      then: { exclude: { tags: ['ingredient:retinol'] } },
    },
  ],
};

const answers = { selectionValues: [{ stepId: 12, selectedKey: 'redness' }] };

export const probeRequestExample = { parts: { matching }, answers, stepId: 12 };

export const stepProbeExample = {
  eligible: 640,
  left: 611,
  options: [
    { key: 'dryness', left: 640 },
    { key: 'redness', left: 611 },
  ],
  colorTypeTested: false,
};

export const previewMatchRequestExample = { parts: { matching }, answers, explain: ['V1007'] };

export const matchPreviewExample = {
  resultPage: false,
  matchedVariants: ['V2041'],
  tabs: [],
  cards: {
    V2041: {
      variantId: 'V2041',
      productId: 'P204',
      productName: 'Calming Cream',
      variantName: '50 ml',
      price: '24.90',
      currency: 'EUR',
      available: true,
    },
  },
  explanation,
};

export const ruleEffectsExample = {
  date: '2026-11-21',
  asked: 500,
  analyses: 500,
  rules: [
    {
      key: 'calm-redness',
      holdsIn: 132,
      excludes: { variants: 14, most: 9 },
      requires: null,
      boosts: null,
      pins: null,
      analysisIds: ['b1a9fd0c7c9a4f6c8f0e7c1d2a3b4c5d'],
    },
  ],
};

export const resultPageEffectExample = {
  date: '2026-11-21',
  asked: 500,
  analyses: 500,
  tabs: [{ key: 'CARE', median: 7.5, empty: 12 }],
};
