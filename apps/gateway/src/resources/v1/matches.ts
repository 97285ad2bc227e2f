import { currentContext } from '@svc/kit';
import { findMatch, findMatchHead } from '../../match/find-match.js';
import { type FinishedMatch, JSON_TYPE } from '../../match/finished-match.js';
import { MATCH_HEADER_TEXTS, matchHeaders } from '../../match/match-cache-policy.js';
import { ANALYSIS_ID, matchExamples } from '../../openapi/examples.js';
import { matchesEtag } from '../../parse/if-none-match.js';
import { json, type Reply } from '../../route/answer.js';
import type { Parameter } from '../../route/parameter.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { matchQuery, toMatchQuery } from './match-query.js';

/** As sent: the service decides about malformed ids, in one place for all ways to a match. */
export const analysisId: Parameter<string> = {
  description: 'Analysis id; it is the capability, no key is needed.',
  example: ANALYSIS_ID,
  read: ([value = '']) => value,
};

const MATCH_HEADERS = {
  ...MATCH_HEADER_TEXTS,
  'Access-Control-Allow-Origin': '*',
};

const shared = {
  path: '/api/v1/analyses/{analysisId}/matches',
  tag: 'v1',
  permission: 'analysisId',
  params: { analysisId },
  query: matchQuery,
  queryStrictness: 'keys',
  // A failure of a service is MATCHER_FAILURE here.
  neverErrors: ['UNAVAILABLE', 'TIMEOUT'],
} as const;

const notModified = { description: 'If-None-Match names the current ETag.', headers: MATCH_HEADERS };

const getMatches = route({
  ...shared,
  method: 'GET',
  id: 'getMatches',
  summary: 'Matching variants of an analysis',
  description: 'Public and cacheable. Send no cookies and no Authorization. Unknown ids are left out of the result.',
  answers: { 200: json('The result.', 'MatchResult', matchExamples, MATCH_HEADERS), 304: notModified },
  errors: ['NOT_FOUND', 'MATCHER_FAILURE', 'MATCHING_SCOPE_TOO_LARGE', 'MATCHING_RESPONSE_TOO_LARGE'],
  handler: ({ clients, cache, flights, states }) => {
    const deps = { analysis: clients.analysis, matcher: clients.matcher, states };
    return async ({ params, query, ctx }) => {
      const url = ctx.req.url as string;
      const wanted = toMatchQuery(query);
      const compute = async () => {
        const { epoch } = cache;
        const match = await findMatch(deps, params.analysisId, wanted);
        cache.set(url, match, epoch);
        return match;
      };
      const match = await flights.run(url, compute, currentContext()?.signal);
      return toReply(match, ctx.headers['if-none-match'], match.body);
    };
  },
});

/** Does not run the matcher. */
const headMatches = route({
  ...shared,
  method: 'HEAD',
  id: 'headMatches',
  summary: 'Check a match request',
  description: 'Checks query and analysis and gives the headers of a successful GET, without running the matcher.',
  answers: { 200: { description: 'GET would succeed.', headers: MATCH_HEADERS }, 304: notModified },
  errors: ['NOT_FOUND', 'MATCHER_FAILURE'],
  handler: ({ clients, states }) => {
    const deps = { analysis: clients.analysis, matcher: clients.matcher, states };
    return async ({ params, query, ctx }) => {
      const match = await findMatchHead(deps, params.analysisId, toMatchQuery(query));
      // Without a body: its length is not known, and an empty one would claim to know.
      return toReply(match, ctx.headers['if-none-match']);
    };
  },
});

/** The match of an analysis. docs/contract.md. */
export const matches = [
  getMatches,
  headMatches,
  preflight('preflightMatches', [getMatches, headMatches], { headers: 'Content-Type, If-None-Match, X-Request-Id' }),
];

function toReply(match: FinishedMatch, ifNoneMatch: string | undefined, body?: Buffer): Reply<200 | 304> {
  const headers = matchHeaders(match);
  if (match.etag !== undefined && matchesEtag(ifNoneMatch, match.etag)) return { status: 304, headers };
  return { status: 200, type: JSON_TYPE, headers, ...(body ? { body } : {}) };
}
