import { getProcessMetrics } from '@svc/kit';
import { findMatch, findMatchHead } from '../../match/find-match.js';
import { MATCH_HEADER_TEXTS } from '../../match/match-cache-policy.js';
import { toMatchReply } from '../../match/match-reply.js';
import { shareMatch } from '../../match/share-match.js';
import { knownHost } from '../../middleware/known-host.js';
import { json } from '../../route/answer.js';
import type { RouteDeps } from '../../route/deps.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { analysisId } from '../analysis-id.js';
import { matchExamples } from './match-examples.js';
import { matchQuery, toMatchQuery } from './match-query.js';

const MATCH_HEADERS = {
  ...MATCH_HEADER_TEXTS,
  'Access-Control-Allow-Origin': '*',
};

const shared = {
  path: '/api/v1/analyses/{analysisId}/matches',
  tag: 'v1',
  permission: 'analysisId',
  middleware: ({ domains }: RouteDeps) => knownHost(domains),
  params: { analysisId },
  query: matchQuery,
  queryStrictness: 'keys',
  // A failure of a service is MATCHER_FAILURE here.
  neverErrors: ['UNAVAILABLE', 'TIMEOUT'],
} as const;

const getMatches = route({
  ...shared,
  method: 'GET',
  id: 'getMatches',
  summary: 'Matching variants of an analysis',
  description: 'Public and cacheable. Send no cookies and no Authorization. Unknown ids are left out of the result.',
  answers: { 200: json('The result.', 'MatchResult', matchExamples, MATCH_HEADERS) },
  errors: ['NOT_FOUND', 'MATCHER_FAILURE', 'MATCHING_SCOPE_TOO_LARGE', 'MATCHING_RESPONSE_TOO_LARGE'],
  handler: ({ clients, cache, flights, states }) => {
    const deps = { analysis: clients.analysis, matcher: clients.matcher, states };
    return async ({ params, query, ctx }) => {
      const url = ctx.req.url as string;
      const wanted = toMatchQuery(query);
      let result = 'coalesced';
      const match = await shareMatch({ cache, flights }, url, () => {
        result = 'cold';
        return findMatch(deps, params.analysisId, wanted);
      });
      getProcessMetrics()?.count('svc_match_cache_total', { result });
      return toMatchReply(match);
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
  answers: { 200: { description: 'GET would succeed.', headers: MATCH_HEADERS } },
  errors: ['NOT_FOUND', 'MATCHER_FAILURE'],
  handler: ({ clients, states }) => {
    const deps = { analysis: clients.analysis, matcher: clients.matcher, states };
    return async ({ params, query }) => {
      const match = await findMatchHead(deps, params.analysisId, toMatchQuery(query));
      // Without a body: its length is not known, and an empty one would claim to know.
      return toMatchReply(match);
    };
  },
});

/** The match of an analysis, on the API host and on funnel hosts. docs/contract.md. */
export const matches = [
  getMatches,
  headMatches,
  preflight('preflightMatches', [getMatches, headMatches], { headers: 'Content-Type, If-None-Match, X-Request-Id' }),
];
