import { MAX_RESULT_CARDS } from '@svc/domain';
import { ANALYSIS_ID } from './examples.js';
import { jsonContent, type Operation, type Parameter } from './operation.js';

const shared = { tag: 'Funnel host', server: 'funnelHost', security: 'none', method: 'get' } as const;

const PARAMETERS: Parameter[] = [
  {
    in: 'path',
    name: 'analysisId',
    description: 'Analysis id; it is the capability, no key is needed.',
    example: ANALYSIS_ID,
  },
  { in: 'query', name: 'locale', description: 'BCP 47, for all texts. Default: company language.', example: 'en' },
];

const ERRORS = [
  'INVALID_QUERY',
  'NOT_FOUND',
  'URI_TOO_LONG',
  'MATCHING_SCOPE_TOO_LARGE',
  'MATCHING_RESPONSE_TOO_LARGE',
  'RATE_LIMITED',
  'REQUEST_HEADERS_TOO_LARGE',
  'INTERNAL',
  'MATCHER_FAILURE',
  'UNAVAILABLE',
  'TIMEOUT',
] as const;

const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

const cards = {
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
      { code: 'COLOR_TYPE', text: 'In harmony with your colour type, True Spring.' },
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
    reasons: [{ code: 'SET', text: 'Every piece of this set suits you.' }],
    set: { key: 'weekend', name: 'Weekend Set', members: [{ variantId: 'V1007', quantity: 2 }] },
  },
};

/** What the result page of a funnel's host asks for, and whoever knows the id may ask. Docs: questionnaire.md. */
export const resultOperations: Operation[] = [
  {
    ...shared,
    path: '/api/results/{analysisId}',
    id: 'getResult',
    summary: 'A result with what its page shows',
    description:
      'What suits, in tabs, with names, pictures, prices and reasons of the first variants. An analysis of another funnel is as unknown ' +
      'as one that never was. A failure is an error, never a result without variants.',
    parameters: [
      ...PARAMETERS,
      {
        in: 'query',
        name: 'links',
        description: 'true: with the addresses of all variants, for events of shop pages.',
        schema: { type: 'string', enum: ['true', 'false'] },
        example: 'true',
      },
    ],
    success: {
      200: {
        description: 'The result. Nothing suitable: variants is empty.',
        headers: HEADERS,
        content: jsonContent('ResultView', {
          result: {
            analysisId: ANALYSIS_ID,
            funnel: 'beauty',
            isPreview: false,
            locale: 'en',
            colorType: { type: 'TRUE_SPRING', name: 'True Spring' },
            resultPage: true,
            variants: ['V1007', 'V2041'],
            tabs: [{ key: 'FACE', name: 'Face', maxItemsToShow: 6, variants: ['V1007', 'V2041'] }],
            cards,
            links: { V1007: 'https://shop.glow.example/p/1?variant=V1007' },
          },
        }),
      },
    },
    errors: [...ERRORS],
  },
  {
    ...shared,
    path: '/api/results/{analysisId}/cards',
    id: 'getResultCards',
    summary: 'Further variants of a result',
    description: 'Only variants that suit this analysis, and the members of their sets; others are left out.',
    parameters: [
      ...PARAMETERS,
      {
        in: 'query',
        name: 'variantId',
        required: true,
        description: `The merchant's variant ids, exact; repeat the key. At most ${MAX_RESULT_CARDS}.`,
        schema: {
          type: 'array',
          items: { type: 'string', minLength: 1, maxLength: 255 },
          minItems: 1,
          maxItems: MAX_RESULT_CARDS,
        },
        example: ['V1007', 'V2041'],
      },
    ],
    success: {
      200: {
        description: 'By variant id.',
        headers: HEADERS,
        content: jsonContent('ResultCards', { cards: { cards } }),
      },
    },
    errors: [...ERRORS],
  },
];
