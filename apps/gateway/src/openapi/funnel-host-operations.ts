import { VERSION_ID } from './examples.js';
import { submissionExamples, submissionRequestExamples } from './funnel-host-examples.js';
import { jsonContent, type Operation } from './operation.js';
import { ref } from './schemas.js';

const TAG = 'Funnel host';
const CORS_HEADERS = {
  'Access-Control-Allow-Origin': 'The asking origin, if it is one of the company’s domains.',
  Vary: 'Origin',
};

const submitAnalysis: Operation = {
  method: 'post',
  path: '/api/analyses',
  id: 'submitAnalysis',
  tag: TAG,
  server: 'funnelHost',
  summary: 'Submit answers to a funnel’s host',
  description:
    'Without a key: the host says which funnel. Unlike the v1 route it delivers: to the company’s webhook and CRM, at least ' +
    'once, by a job. Answers that do not fit are stored without them, with payload_warnings. Previews (answers to the draft) are ' +
    'stored and delivered nowhere. Pages of the company’s domains may call it. Limits of the body are those of the v1 route.',
  security: 'none',
  parameters: [
    {
      in: 'query',
      name: 'include_webhook_payload',
      description:
        'true: the answer carries webhook_payload, the same bytes that are delivered. It waits up to 2.5 s for the match; ' +
        'without it in time the answer has a warning instead, and the delivery follows.',
      schema: { type: 'string', enum: ['true', 'false'] },
      example: 'true',
    },
    {
      in: 'query',
      name: 'versionId',
      description:
        'Version whose questions were answered. Default: the published one. The draft’s id makes a preview; a superseded one is ' +
        'migrated, with a warning.',
      example: VERSION_ID,
    },
    {
      in: 'header',
      name: 'Idempotency-Key',
      description:
        '1 to 255 printable ASCII characters. The first success is replayed for 24 hours, byte for byte; body, funnel, ' +
        'versionId and include_webhook_payload have to be the same.',
      example: 'visit-4711',
    },
  ],
  request: {
    required: true,
    content: { 'application/json': { schema: ref('SubmissionRequest'), examples: submissionRequestExamples } },
  },
  success: {
    200: {
      description: 'Stored, or replayed.',
      content: jsonContent('Submission', submissionExamples),
      headers: { ...CORS_HEADERS, 'Idempotent-Replayed': 'true when this is the stored first response.' },
    },
  },
  errors: [
    'INVALID_JSON',
    'INVALID_REQUEST',
    'INVALID_QUERY',
    'INVALID_SELFIE',
    'VERSION_NOT_FOUND',
    'NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'FUNNEL_NOT_PUBLISHED',
    'FUNNEL_PAUSED',
    'IDEMPOTENCY_CONFLICT',
    'REQUEST_IN_PROGRESS',
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

const preflightSubmissions: Operation = {
  method: 'options',
  path: '/api/analyses',
  id: 'preflightSubmissions',
  tag: TAG,
  server: 'funnelHost',
  summary: 'CORS preflight',
  security: 'none',
  success: { 204: { description: 'Methods and headers that are allowed. Stores nothing.', headers: CORS_HEADERS } },
  errors: ['NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
};

/** What merchants and their pages call on a funnel's host. */
export const funnelHostOperations: Operation[] = [submitAnalysis, preflightSubmissions];
