import { ANALYSIS_ID } from '../../openapi/example-ids.js';

export const THREAD_ID = 'q7Zp2Lx0Vb9Rk4Ns6Tw8Yc';
const CLIENT_TURN_ID = 'b7f1c2d8-1a2b-4c3d-9e8f-001122334455';

const context = { company: 'a1B2c3D4e5F6g7H8i9J0k1L2m', locale: 'de', path: '/p/4711', productId: '4711' };

export const chatRequestExamples = {
  text: {
    summary: 'What the shopper wrote',
    value: {
      context: { ...context, analysisId: ANALYSIS_ID },
      turn: { clientTurnId: CLIENT_TURN_ID, text: 'Welcher Lippenstift passt zu mir?' },
    },
  },
  quickReply: {
    summary: 'An offered answer, in a conversation',
    value: { context, turn: { clientTurnId: 'c1d2e3f4-1a2b-4c3d-9e8f-665544332211', quickReply: 'q1' } },
  },
};

const blocks = [
  { type: 'text', text: 'Das passt zu dir: Unspoken Matte Lipstick – Old Rose.' },
  {
    type: 'products',
    items: [
      {
        variantId: 'LIP-MATTE-OLD-ROSE',
        card: {
          variantId: 'LIP-MATTE-OLD-ROSE',
          productId: 'LIP-MATTE',
          name: 'Unspoken Matte Lipstick – Old Rose',
          price: '17,90 €',
          available: true,
          size: '3.5 g',
          link: 'https://www.linden-lune.example/p/unspoken-matte-lipstick',
        },
        reasons: ['Passt zu deinem Farbtyp.'],
      },
    ],
  },
  { type: 'actions', items: [{ id: 'a1', kind: 'OPEN_RESULTS', label: 'Alle Ergebnisse' }] },
];
const replies = [{ id: 'q1', label: 'Günstiger' }];

export const chatAnswerExample = { turnId: 'h3Kd8Wq1Zx5Vb7Nm2Lp4Rt', threadId: THREAD_ID, blocks, replies };

export const chatStreamExample = [
  ...blocks.map((block) => `event: block\ndata: ${JSON.stringify(block)}\n\n`),
  `event: replies\ndata: ${JSON.stringify(replies)}\n\n`,
  `event: done\ndata: ${JSON.stringify({ turnId: chatAnswerExample.turnId, threadId: THREAD_ID })}\n\n`,
].join('');

export const chatThreadExample = {
  threadId: THREAD_ID,
  expiresAt: '2026-12-24T10:04:01.000Z',
  messages: [
    { createdAt: '2026-11-24T10:04:00.000Z', text: 'Welcher Lippenstift passt zu mir?', blocks: [] },
    { createdAt: '2026-11-24T10:04:01.000Z', blocks },
  ],
};
