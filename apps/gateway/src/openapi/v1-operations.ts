import { MATCH_HEADER_TEXTS } from '../match/match-cache-policy.js';
import {
  ANALYSIS_ID,
  analysisExamples,
  analysisRequestExamples,
  eventBatchExamples,
  eventsAcceptedExample,
  FUNNEL_ID,
  funnelExample,
  matchExamples,
  VERSION_ID,
} from './examples.js';
import { jsonContent, type Operation, type Parameter } from './operation.js';
import { ref } from './schemas.js';

const TAG = 'v1';
const KEYED_ERRORS = [
  'UNAUTHORIZED',
  'API_KEY_EXPIRED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'FUNNEL_NOT_PUBLISHED',
  'RATE_LIMITED',
  'REQUEST_HEADERS_TOO_LARGE',
  'INTERNAL',
  'UNAVAILABLE',
  'TIMEOUT',
] as const;
const QUOTA_HEADERS = {
  RateLimit: "What is left of the key's budget.",
  'RateLimit-Policy': 'The budget: q requests in w seconds.',
};

const locale = (description: string): Parameter => ({ in: 'query', name: 'locale', description, example: 'de-CH' });
const funnelId: Parameter = { in: 'path', name: 'funnelId', description: 'Funnel id.', example: FUNNEL_ID };
const analysisId: Parameter = {
  in: 'path',
  name: 'analysisId',
  description: 'Analysis id; it is the capability, no key is needed.',
  example: ANALYSIS_ID,
};

const matchParameters: Parameter[] = [
  analysisId,
  {
    in: 'query',
    name: 'variantId',
    description: "The merchant's variant ids, exact; repeat the key. At most 100 together with productId.",
    schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 255 } },
    example: ['V1007', 'V2041'],
  },
  {
    in: 'query',
    name: 'productId',
    description: "The merchant's product ids; repeat the key.",
    schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 255 } },
    example: ['P1'],
  },
  {
    in: 'query',
    name: 'resultPage',
    description: 'Restrict to the enabled result-page tabs, and list them.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'true',
  },
  locale('BCP 47, for tab names. Default: company language.'),
];

const MATCH_HEADERS = {
  ...MATCH_HEADER_TEXTS,
  'Access-Control-Allow-Origin': '*',
};

const HEAD_ERRORS = [
  'INVALID_QUERY',
  'NOT_FOUND',
  'URI_TOO_LONG',
  'RATE_LIMITED',
  'REQUEST_HEADERS_TOO_LARGE',
  'MATCHER_FAILURE',
] as const;

const preflight = (path: string, id: string, parameters?: Parameter[]): Operation => ({
  method: 'options',
  path,
  id,
  tag: TAG,
  summary: 'CORS preflight',
  security: 'none',
  ...(parameters ? { parameters } : {}),
  success: { 204: { description: 'Methods and headers that are allowed. Touches nothing.' } },
  errors: [],
});

const getFunnel: Operation = {
  method: 'get',
  path: '/api/v1/funnels/{funnelId}',
  id: 'getFunnel',
  tag: TAG,
  summary: 'Read a questionnaire',
  description: 'Steps and option keys of one funnel version. Submit option keys, never captions.',
  security: 'companyApiKey',
  parameters: [
    funnelId,
    locale('BCP 47; falls back to the language, the company language, the default text.'),
    {
      in: 'query',
      name: 'versionId',
      description: 'The current published version (default) or the current draft.',
      example: VERSION_ID,
    },
  ],
  success: {
    200: {
      description: 'The funnel.',
      content: jsonContent('Funnel', { funnel: funnelExample }),
      headers: QUOTA_HEADERS,
    },
  },
  errors: ['INVALID_QUERY', 'VERSION_NOT_FOUND', ...KEYED_ERRORS],
};

const createAnalysis: Operation = {
  method: 'post',
  path: '/api/v1/analyses',
  id: 'createAnalysis',
  tag: TAG,
  summary: 'Submit answers',
  description:
    'Stores a completed set of answers. Nothing is matched and nothing is delivered. Answers that do not fit the funnel ' +
    'are stored without them, with payload_warnings: inspect that array. The body has at most 4 MiB, 32 levels and 10,000 values.',
  security: 'companyApiKey',
  parameters: [
    {
      in: 'header',
      name: 'Idempotency-Key',
      description: '1 to 255 printable ASCII characters. The first success is replayed for 24 hours.',
      example: 'order-4711',
    },
  ],
  request: {
    required: true,
    content: { 'application/json': { schema: ref('AnalysisRequest'), examples: analysisRequestExamples } },
  },
  success: {
    200: {
      description: 'Stored, or replayed.',
      content: jsonContent('Analysis', analysisExamples),
      headers: { ...QUOTA_HEADERS, 'Idempotent-Replayed': 'true when this is the stored first response.' },
    },
  },
  errors: [
    'INVALID_JSON',
    'INVALID_REQUEST',
    'INVALID_SELFIE',
    'VERSION_NOT_FOUND',
    'IDEMPOTENCY_CONFLICT',
    'REQUEST_IN_PROGRESS',
    'REQUEST_TIMEOUT',
    'REQUEST_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    ...KEYED_ERRORS,
  ],
};

const getMatches: Operation = {
  method: 'get',
  path: '/api/v1/analyses/{analysisId}/matches',
  id: 'getMatches',
  tag: TAG,
  summary: 'Matching variants of an analysis',
  description: 'Public and cacheable. Send no cookies and no Authorization. Unknown ids are left out of the result.',
  security: 'none',
  parameters: matchParameters,
  success: {
    200: { description: 'The result.', content: jsonContent('MatchResult', matchExamples), headers: MATCH_HEADERS },
    304: { description: 'If-None-Match names the current ETag.', headers: MATCH_HEADERS },
  },
  errors: [...HEAD_ERRORS, 'METHOD_NOT_ALLOWED', 'MATCHING_SCOPE_TOO_LARGE', 'MATCHING_RESPONSE_TOO_LARGE', 'INTERNAL'],
};

const headMatches: Operation = {
  ...getMatches,
  method: 'head',
  id: 'headMatches',
  summary: 'Check a match request',
  description: 'Checks query and analysis and gives the headers of a successful GET, without running the matcher.',
  success: {
    200: { description: 'GET would succeed.', headers: MATCH_HEADERS },
    304: { description: 'If-None-Match names the current ETag.', headers: MATCH_HEADERS },
  },
  errors: [...HEAD_ERRORS],
};

const recordEvents: Operation = {
  method: 'post',
  path: '/api/v1/events',
  id: 'recordEvents',
  tag: TAG,
  summary: 'Report what a shopper did with a match',
  description:
    'Impressions, clicks, add-to-carts and purchases, 1 to 50 at once, from a browser or a server; no key. 202 means stored. ' +
    'An event counts once by its id, so a batch may be sent again. One bad event refuses its batch. An analysis takes 2,000 ' +
    'events. Those of a preview are accepted and counted nowhere. Kept for 90 days.',
  security: 'none',
  request: {
    required: true,
    content: { 'application/json': { schema: ref('EventBatch'), examples: eventBatchExamples } },
  },
  success: {
    202: {
      description: 'Stored. Repeating the request counts nothing twice.',
      content: jsonContent('EventsAccepted', { stored: eventsAcceptedExample }),
      headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' },
    },
  },
  errors: [
    'INVALID_JSON',
    'INVALID_REQUEST',
    'NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'REQUEST_TIMEOUT',
    'REQUEST_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
    'REQUEST_HEADERS_TOO_LARGE',
    'INTERNAL',
    'UNAVAILABLE',
    'TIMEOUT',
  ],
};

/** The headless API. */
export const v1Operations: Operation[] = [
  getFunnel,
  preflight('/api/v1/funnels/{funnelId}', 'preflightFunnel', [funnelId]),
  createAnalysis,
  preflight('/api/v1/analyses', 'preflightAnalyses'),
  getMatches,
  headMatches,
  preflight('/api/v1/analyses/{analysisId}/matches', 'preflightMatches', [analysisId]),
  recordEvents,
  preflight('/api/v1/events', 'preflightEvents'),
];
