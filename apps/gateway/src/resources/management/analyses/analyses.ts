import { MAX_MATCH_IDS } from '@svc/domain';
import { analysisNotFound, ServiceError } from '@svc/kit';
import { TIMEOUT_MS } from '../../../clients.js';
import { requirePart } from '../../../messages/require-part.js';
import { json, sendJson, sendNothing } from '../../../route/answer.js';
import type { Parameter } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { shopIds } from '../../../route/shop-ids.js';
import { analysis as analysisPath, COMPANY, company, getCompany, management } from '../management.js';
import { analysisRecordExample } from './analysis-record-example.js';
import { explanationExample } from './explanation-example.js';
import { presentAnalysis } from './present-analysis.js';
import { presentExplanation } from './present-explanation.js';

const MAX_EMAIL_LENGTH = 320;

const ERASURE =
  'Deletes answers, contact data, results, stored answers of Idempotency-Keys and deliveries. After the response nothing of them is ' +
  'delivered; a delivery in progress delays the response by 16 seconds at most.';

const getAnalysis = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/analyses/{analysisId}`,
  id: 'getAnalysis',
  permission: 'manage:analysis.read',
  summary: 'Everything that is stored of one analysis',
  description:
    'Answers as stored and which of them a selfie filled, the color type with everything that explains it, or why there is none, ' +
    'the outcome of the selfie, consent, tracking fields. Of contact data only which fields there are.',
  params: analysisPath,
  answers: { 200: json('The analysis.', 'AnalysisRecord', { filledFromSelfie: analysisRecordExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const { analysisId } = params;
      const { analysis } = await orNotFound(clients.analysisAdmin.getAnalysis({ companyId, analysisId }));
      if (!analysis) throw analysisNotFound();
      return sendJson(200, presentAnalysis(analysis));
    },
});

const explainAnalysis = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/analyses/{analysisId}/explain`,
  id: 'explainAnalysis',
  permission: 'manage:analysis.read',
  summary: 'Why variants are in the match of an analysis or not',
  description:
    'The whole trace for each variant: eligible or why not, every test with the answer, tag or rule that decided, every part ' +
    'of the score, and the place. In codes, and in sentences of the company’s language (English or German). No contact data.',
  params: analysisPath,
  query: {
    variantId: shopIds({
      description: `Shop-system id, exact case; may be repeated, ${MAX_MATCH_IDS} at most.`,
      example: ['V1007', 'V2041'],
      max: MAX_MATCH_IDS,
      required: true,
    }),
  },
  queryStrictness: 'keys',
  answers: {
    200: json('The explanation, variants in the order of the request.', 'MatchExplanation', {
      rejected: explanationExample,
    }),
  },
  errors: ['MATCHER_FAILURE', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { input } = await orNotFound(clients.analysis.getMatchingInput({ analysisId: params.analysisId }));
      if (!input || input.companyId !== companyId) throw analysisNotFound();
      const request = { input, variantIds: [...new Set(query.variantId)] };
      const { explanation } = await orNotFound(clients.matcherAdmin.explainMatch(request));
      return sendJson(200, presentExplanation(requirePart(explanation)));
    },
});

const email: Parameter<string> = {
  description: 'Any letter case.',
  example: 'ada@example.org',
  required: true,
  read: (values) => {
    const [value = ''] = values;
    if (values.length === 1 && value.trim() !== '' && value.length <= MAX_EMAIL_LENGTH && !value.includes('\0')) {
      return value;
    }
    throw new ServiceError('INVALID_QUERY', 'The query must have one e-mail address: ?email=…');
  },
};

const eraseAnalysesByEmail = route({
  ...management,
  method: 'DELETE',
  path: `${COMPANY}/analyses`,
  id: 'eraseAnalysesByEmail',
  permission: 'manage:analysis.erase',
  summary: 'Erase all analyses with an e-mail address',
  description: ERASURE,
  params: company,
  query: { email },
  answers: { 200: json('Erased.', 'Erased', { erased: { erased: 2 } }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients, purge }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, email: query.email };
      const { erased } = await clients.analysis.eraseAnalysesByEmail(request, { timeoutMs: TIMEOUT_MS.erase });
      purge.company(companyId);
      return sendJson(200, { erased });
    },
});

const eraseAnalysis = route({
  ...management,
  method: 'DELETE',
  path: `${COMPANY}/analyses/{analysisId}`,
  id: 'eraseAnalysis',
  permission: 'manage:analysis.erase',
  summary: 'Erase one analysis',
  description: ERASURE,
  params: analysisPath,
  answers: { 204: { description: 'Erased.' } },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients, purge }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const { analysisId } = params;
      await clients.analysis.eraseAnalysis({ companyId, analysisId }, { timeoutMs: TIMEOUT_MS.erase });
      purge.analysis(analysisId);
      return sendNothing;
    },
});

/** Analyses of a company. docs/management.md. */
export const analyses = [getAnalysis, explainAnalysis, eraseAnalysesByEmail, eraseAnalysis];

/** One body for every reason why an analysis is not there (unknown, erased, of another company), whatever the services say. */
async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'NOT_FOUND' ? analysisNotFound() : error;
  }
}
