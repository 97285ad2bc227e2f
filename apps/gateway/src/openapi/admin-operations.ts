import { YAML_TYPES } from '../schemas/parse-blueprint.js';
import {
  admin,
  BASE_ERRORS,
  BODY_ERRORS,
  COMPANY,
  COMPANY_ERRORS,
  flag,
  handle,
  list,
  paging,
  path,
  subdomain,
} from './admin-operation.js';
import { analysisRecordExample } from './analysis-record-example.js';
import { catalogOperations } from './catalog-operations.js';
import {
  ANALYSIS_ID,
  appliedExample,
  blueprintExample,
  blueprintYaml,
  checkLinesExample,
  funnelCheckExample,
  funnelExample,
  VERSION_ID,
} from './examples.js';
import { explanationExample } from './explanation-example.js';
import { learningOperations } from './learning-operations.js';
import { type Content, jsonContent, type Operation } from './operation.js';
import { ref } from './schemas.js';

const yaml: Content = Object.fromEntries(
  YAML_TYPES.map((type) => [type, { schema: ref('Blueprint'), examples: { company: { value: blueprintYaml } } }]),
);
const blueprintContent: Content = { ...jsonContent('Blueprint', { company: blueprintExample }), ...yaml };

const companies: Operation[] = [
  admin({
    method: 'get',
    path: '/api/admin/v1/companies',
    id: 'listCompanies',
    summary: 'Companies, by handle',
    parameters: paging,
    success: list('CompanyPage', { handle: 'glow', name: 'Glow Cosmetics' }),
    errors: ['INVALID_QUERY', ...BASE_ERRORS],
  }),
  admin({
    method: 'put',
    path: `${COMPANY}/blueprint`,
    id: 'applyBlueprint',
    summary: 'Apply a company file',
    description:
      'Declarative and idempotent: all or nothing. A key that is left out is left alone; null or [] clears it. ' +
      'At most 32 MiB, 64 levels and 2,000,000 values. ' +
      'After 503 UNAVAILABLE apply again: that finishes what was begun. warnings tell what is accepted but does nothing yet.',
    parameters: [handle],
    request: { required: true, content: blueprintContent },
    success: { 200: { description: 'Applied.', content: jsonContent('Applied', { applied: appliedExample }) } },
    errors: ['INVALID_BLUEPRINT', 'CONFLICT', 'NOT_FOUND', ...BODY_ERRORS, ...BASE_ERRORS],
  }),
  admin({
    method: 'get',
    path: `${COMPANY}/blueprint`,
    id: 'getBlueprint',
    summary: 'Export a company file',
    description: 'What apply would accept. YAML when Accept asks for it.',
    parameters: [handle],
    success: { 200: { description: 'The company.', content: blueprintContent } },
    errors: COMPANY_ERRORS,
  }),
];

const funnels: Operation[] = [
  admin({
    method: 'get',
    path: `${COMPANY}/funnels/{subdomain}/versions`,
    id: 'listVersions',
    summary: 'Versions of a funnel, newest first',
    parameters: [handle, subdomain, ...paging],
    success: list('FunnelVersionPage', {
      ...funnelExample.version,
      state: 'PUBLISHED',
      createdAt: '2026-11-20T10:00:00.000Z',
      publishedAt: '2026-11-21T10:00:00.000Z',
    }),
    errors: ['INVALID_QUERY', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'post',
    path: `${COMPANY}/funnels/{subdomain}/publish`,
    id: 'publishDraft',
    summary: 'Publish the current draft',
    description:
      'Checks the draft first. Answers that show nothing, and show something in the published version, are 409 CONFLICT with the ' +
      'dead ends as details. force publishes unchecked; so it does while matching is down, which is 503 otherwise.',
    parameters: [handle, subdomain, flag('force', 'Publish without a check; as in the body.')],
    request: { required: false, content: jsonContent('PublishRequest', { unchecked: { force: true } }) },
    success: {
      200: {
        description: 'Published.',
        content: jsonContent('PublishedVersion', { version: { id: VERSION_ID, number: 4 } }),
      },
    },
    errors: [
      'INVALID_JSON',
      'INVALID_REQUEST',
      'INVALID_QUERY',
      'FUNNEL_NOT_PUBLISHED',
      'CONFLICT',
      ...BODY_ERRORS,
      ...COMPANY_ERRORS,
    ],
  }),
  admin({
    method: 'post',
    path: `${COMPANY}/funnels/{subdomain}/check`,
    id: 'checkFunnel',
    summary: 'Check a version before it is published',
    description:
      'Walks the answer paths with the catalogue and the matching settings in force: dead ends, what nobody reaches, what acts nowhere. ' +
      'Up to a minute; with Accept: application/x-ndjson a line of progress comes up to five times a second, and the last line ' +
      'is the report, or an error. Closing the connection ends the work. A third check at a time waits 5 s, then it is 503.',
    parameters: [handle, subdomain],
    request: { required: false, content: jsonContent('CheckRequest', { draft: { version: 'draft' } }) },
    success: {
      200: {
        description: 'The report.',
        content: {
          ...jsonContent('FunnelCheck', { report: funnelCheckExample }),
          'application/x-ndjson': { schema: ref('CheckLine'), examples: { lines: { value: checkLinesExample } } },
        },
      },
    },
    errors: [
      'INVALID_JSON',
      'INVALID_REQUEST',
      'FUNNEL_NOT_PUBLISHED',
      'MATCHER_FAILURE',
      ...BODY_ERRORS,
      ...COMPANY_ERRORS,
    ],
  }),
];

const ERASURE =
  'Answers, contact data, results, stored answers of Idempotency-Keys and deliveries. Once it is answered nothing of them is ' +
  'delivered any more; a delivery that is under way delays the answer by 16 seconds at most.';

const erasure: Operation[] = [
  admin({
    method: 'delete',
    path: `${COMPANY}/analyses`,
    id: 'eraseAnalysesByEmail',
    summary: 'Erase all analyses with an e-mail address',
    description: ERASURE,
    parameters: [
      handle,
      {
        in: 'query',
        name: 'email',
        description: 'Any letter case.',
        required: true,
        example: 'ada@example.org',
      },
    ],
    success: { 200: { description: 'Erased.', content: jsonContent('Erased', { erased: { erased: 2 } }) } },
    errors: ['INVALID_QUERY', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'delete',
    path: `${COMPANY}/analyses/{analysisId}`,
    id: 'eraseAnalysis',
    summary: 'Erase one analysis',
    description: ERASURE,
    parameters: [handle, path('analysisId', 'Analysis id.', ANALYSIS_ID)],
    success: { 204: { description: 'They are gone.' } },
    errors: COMPANY_ERRORS,
  }),
];

const explanation: Operation[] = [
  admin({
    method: 'get',
    path: `${COMPANY}/analyses/{analysisId}`,
    id: 'getAnalysis',
    summary: 'Everything that is kept of one analysis',
    description:
      'Answers as stored and which of them a selfie filled, the colour type with everything that explains it, or why there is none, ' +
      'what became of the selfie, consent, tracking fields. Of contact data only which fields there are.',
    parameters: [handle, path('analysisId', 'Analysis id.', ANALYSIS_ID)],
    success: {
      200: {
        description: 'The analysis.',
        content: jsonContent('AnalysisRecord', { filledFromSelfie: analysisRecordExample }),
      },
    },
    errors: COMPANY_ERRORS,
  }),
  admin({
    method: 'get',
    path: `${COMPANY}/analyses/{analysisId}/explain`,
    id: 'explainAnalysis',
    summary: 'Why variants are in the match of an analysis or not',
    description:
      'The whole trace for each variant: eligible or why not, every test with the answer, tag or rule that decided, every part ' +
      'of the score, and the place. In codes, and in sentences of the company’s language (English or German). No contact data.',
    parameters: [
      handle,
      path('analysisId', 'Analysis id.', ANALYSIS_ID),
      {
        in: 'query',
        name: 'variantId',
        description: 'Shop-system id, exact case; may be repeated, 100 at most.',
        required: true,
        schema: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: 100 },
        example: ['V1007', 'V2041'],
      },
    ],
    success: {
      200: {
        description: 'The explanation, variants in the order asked for.',
        content: jsonContent('MatchExplanation', { rejected: explanationExample }),
      },
    },
    errors: ['INVALID_QUERY', 'URI_TOO_LONG', 'MATCHER_FAILURE', ...COMPANY_ERRORS],
  }),
];

/** The management API. */
export const adminOperations: Operation[] = [
  ...companies,
  ...funnels,
  ...learningOperations,
  ...catalogOperations,
  ...explanation,
  ...erasure,
];
