import { FUNNEL_ID, VERSION_ID } from '../../../openapi/example-ids.js';

export const blueprintExample = {
  name: 'Glow Cosmetics',
  language: 'en',
  domains: ['shop.glow.example'],
  settings: {
    theme: { accentColor: '#7a3b69', fontFamily: 'Georgia, serif', cornerRadius: 8 },
    privacyUrl: 'https://shop.glow.example/privacy',
  },
  funnels: [
    {
      subdomain: 'beauty',
      name: 'Beauty quiz',
      published: {
        steps: [
          { id: 1, type: 'HAIR_COLOR', title: { default: 'Your hair', de: 'Deine Haare' } },
          {
            id: 12,
            type: 'SINGLE_SELECTION',
            title: 'Skin',
            selections: [{ key: 'dryness', caption: 'Dry skin', tags: { prefer: ['concern:dryness'] } }],
          },
        ],
      },
    },
  ],
};

export const blueprintYaml = `name: Glow Cosmetics
language: en
funnels:
  - subdomain: beauty
    name: Beauty quiz
    published:
      steps:
        - { id: 1, type: HAIR_COLOR, title: { default: Your hair, de: Deine Haare } }
`;

export const appliedExample = {
  company: { handle: 'glow', companyKey: 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md' },
  funnels: {
    beauty: { id: FUNNEL_ID, published: { id: VERSION_ID, number: 3 }, draft: null },
  },
  changed: ['funnels/beauty/published'],
  warnings: [
    {
      path: '/funnels/0/published/steps/1/selections/0/tags/prefer/0',
      message: 'Nothing in the catalog carries "concern:drynes"; did you mean "concern:dryness"?',
    },
  ],
};
