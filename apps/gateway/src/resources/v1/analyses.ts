import { TIMEOUT_MS } from '../../clients.js';
import { toLookupId } from '../../parse/opaque-id.js';
import { getRawQuery } from '../../parse/raw-query.js';
import { describedContent, json } from '../../route/answer.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import {
  REPLAY_HEADER,
  SUBMISSION_ERRORS,
  sendStored,
  submissionBody,
  submissionHeaders,
  toSubmission,
} from '../submission.js';
import { analysisExamples, analysisRequestExamples } from './analysis-examples.js';
import { getApiKeyHash, KEYED_HEADERS, QUOTA_HEADERS } from './keyed.js';
import { parseAnalysisRequest } from './parse-analysis-request.js';

/** What needs no data is refused here. Key, funnel, answers and storage are one call to analysis-svc. */
const createAnalysis = route({
  method: 'POST',
  path: '/api/v1/analyses',
  id: 'createAnalysis',
  tag: 'v1',
  summary: 'Submit answers',
  description:
    'Stores a completed set of answers. Nothing is matched and nothing is delivered. Answers that do not fit the funnel ' +
    'are stored without them, with payload_warnings: inspect that array. The body has at most 4 MiB, 32 levels and 10,000 values.',
  permission: 'analysis.create',
  headers: submissionHeaders('The first success is replayed for 24 hours.'),
  body: submissionBody(describedContent('AnalysisRequest', analysisRequestExamples)),
  answers: { 200: json('Stored, or replayed.', 'Analysis', analysisExamples, { ...QUOTA_HEADERS, ...REPLAY_HEADER }) },
  errors: SUBMISSION_ERRORS,
  handler:
    ({ clients }) =>
    async ({ headers, body, ctx }) => {
      const query = new URLSearchParams(getRawQuery(ctx.req.url as string));
      const { funnelId, createdWithVersionId, ...answers } = parseAnalysisRequest(body, query);
      const request = {
        apiKeyHash: getApiKeyHash(ctx),
        funnelId: toLookupId(funnelId),
        ...(createdWithVersionId === undefined ? {} : { createdWithVersionId: toLookupId(createdWithVersionId) }),
        ...(await toSubmission(answers, headers['Idempotency-Key'])),
      };
      return sendStored(await clients.analysis.createAnalysis(request, { timeoutMs: TIMEOUT_MS.create }));
    },
});

/** Analyses of headless clients. docs/contract.md. */
export const analyses = [createAnalysis, preflight('preflightAnalyses', [createAnalysis], { headers: KEYED_HEADERS })];
