import { ServiceError } from '@svc/kit';
import { TIMEOUT_MS } from '../../clients.js';
import { getPageOrigin, toFunnelHost } from '../../hosts/funnel-host.js';
import { EXPERIMENT_ID, VERSION_ID } from '../../openapi/example-ids.js';
import { parseAnswers } from '../../parse/answers-body.js';
import { toLookupId } from '../../parse/opaque-id.js';
import { describedContent, json } from '../../route/answer.js';
import { optional, singleFlag } from '../../route/parameter.js';
import { preflight } from '../../route/preflight.js';
import { type Route, route } from '../../route/route.js';
import {
  REPLAY_HEADER,
  SUBMISSION_ERRORS,
  sendStored,
  submissionBody,
  submissionHeaders,
  toSubmission,
} from '../submission.js';
import { submissionExamples, submissionRequestExamples } from './submission-examples.js';

const CORS_HEADERS = {
  'Access-Control-Allow-Origin': 'The origin of the request, if it is one of the company’s domains.',
  Vary: 'Origin',
};

/** As the browser makes it. docs/components.md B12.11. */
const VISITOR_ID = /^[A-Za-z0-9_-]{16,64}$/;

/** What needs no data is refused here. Funnel, answers, storage and what is delivered are one call to analysis-svc. */
const submitAnalysis = route({
  method: 'POST',
  path: '/api/analyses',
  id: 'submitAnalysis',
  tag: 'Funnel host',
  summary: 'Submit answers to a funnel’s host',
  description:
    'Without a key: the host says which funnel. Unlike the v1 route it delivers: to the company’s webhook and CRM, at least ' +
    'once, by a job. Answers that do not fit are stored without them, with payload_warnings. Previews (answers to the draft) are ' +
    'stored and delivered nowhere. Pages of the company’s domains may call it. Limits of the body are those of the v1 route.',
  permission: 'companyPages',
  query: {
    include_webhook_payload: singleFlag(
      'true: the answer carries webhook_payload, the same bytes that are delivered. It waits up to 2.5 s for the match; ' +
        'without it in time the answer has a warning instead, and the delivery follows.',
    ),
    versionId: optional(
      {
        description:
          'Version whose questions were answered. Default: the published one. The draft’s id makes a preview; a superseded one is ' +
          'migrated, with a warning.',
        example: VERSION_ID,
      },
      toLookupId,
    ),
    experiment: optional(
      {
        description: 'The test that assigned the version: the answers are stored against this version, a draft too.',
        example: EXPERIMENT_ID,
      },
      toLookupId,
    ),
    visitorId: optional(
      {
        description:
          'The visitor whom the browser keeps for 30 days, made at random. Stored as a hash to find retakes, only where the company keeps visitors.',
        example: 'k3J9-x2Lw0Pq7_ZtRb5Y',
        schema: { type: 'string', pattern: VISITOR_ID.source },
      },
      (value, name) => {
        if (VISITOR_ID.test(value)) return value;
        throw new ServiceError(
          'INVALID_QUERY',
          `${name} must be 16 to 64 letters, digits, - or _, made at random by the browser.`,
        );
      },
    ),
  },
  headers: submissionHeaders(
    'The first success is replayed for 24 hours, byte for byte; body, funnel, versionId and include_webhook_payload must be the same.',
  ),
  body: submissionBody(describedContent('SubmissionRequest', submissionRequestExamples)),
  answers: {
    200: json('Stored, or replayed.', 'Submission', submissionExamples, { ...CORS_HEADERS, ...REPLAY_HEADER }),
  },
  errors: [...SUBMISSION_ERRORS, 'FUNNEL_PAUSED'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ query, headers, body, ctx }) => {
      const { host } = ctx.state;
      const request = {
        host: toFunnelHost(host),
        ...(query.versionId === undefined ? {} : { createdWithVersionId: query.versionId }),
        ...(query.experiment === undefined ? {} : { experimentId: query.experiment }),
        ...(query.visitorId === undefined ? {} : { visitorId: query.visitorId }),
        ...(await toSubmission(parseAnswers(body, 'legacy'), headers['Idempotency-Key'])),
        pageOrigin: getPageOrigin(host, pageAddress),
        includeWebhookPayload: query.include_webhook_payload === true,
      };
      return sendStored(await clients.submission.submitAnalysis(request, { timeoutMs: TIMEOUT_MS.create }));
    },
});

const allowed = preflight('preflightSubmissions', [submitAnalysis], {
  headers: 'Content-Type, Idempotency-Key, X-Request-Id',
  maxAgeS: 7_200,
});

/** Fails with NOT_FOUND for a host that no funnel has. The guard decides which origins may call. */
const preflightSubmissions: Route = {
  ...allowed,
  permission: 'companyPages',
  answers: { 204: { description: 'Methods and headers that are allowed. Stores nothing.', headers: CORS_HEADERS } },
  errors: ['NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
  handler: (deps) => async (request) => {
    await deps.domains.load(request.ctx.state.host);
    return allowed.handler(deps)(request);
  },
};

/** Submissions of a funnel's own page and of the company's pages. docs/legacy-submission.md. */
export const submissions = [submitAnalysis, preflightSubmissions];
