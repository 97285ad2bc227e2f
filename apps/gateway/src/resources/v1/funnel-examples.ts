import { FUNNEL_ID, VERSION_ID } from '../../openapi/example-ids.js';

export const funnelExample = {
  id: FUNNEL_ID,
  version: { id: VERSION_ID, number: 3 },
  steps: [
    {
      id: 1,
      type: 'HAIR_COLOR',
      orderNumber: 0,
      title: 'Your hair',
      selections: [{ key: 'BROWN', caption: 'Dark brown', orderNumber: 0 }],
    },
    {
      id: 12,
      type: 'MULTI_SELECTION',
      orderNumber: 1,
      title: 'What does your skin need?',
      selections: [
        {
          key: 'dryness',
          caption: 'Moisture',
          imageUrl: 'https://shop.glow.example/quiz/dryness.jpg',
          orderNumber: 0,
        },
        { key: 'redness', caption: 'Calm', orderNumber: 1 },
      ],
    },
  ],
};
