import { MAX_RESULT_CARDS, type ResultCards, type ResultView } from '@svc/domain';
import { TIMEOUT_MS } from '../../clients.js';
import { json, type Reply, sendJson } from '../../route/answer.js';
import { locale, singleFlag } from '../../route/parameter.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { shopIds } from '../../route/shop-ids.js';
import { analysisId } from '../analysis-id.js';
import { findAnalysis, withDeadline } from './find-analysis.js';
import { loadCards } from './read-cards.js';
import { loadResult } from './read-result.js';
import { cardExamples, resultExample } from './result-examples.js';

const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Access-Control-Allow-Origin': '*' };
const ALLOWED = { headers: 'Content-Type, X-Request-Id' };

/** Both fail like the match route, with the same body for unknown ids and those of other funnels. */
const shared = {
  method: 'GET',
  tag: 'Funnel host',
  permission: 'analysisId',
  params: { analysisId },
  queryStrictness: 'encoding',
  errors: ['NOT_FOUND', 'MATCHING_SCOPE_TOO_LARGE', 'MATCHING_RESPONSE_TOO_LARGE', 'MATCHER_FAILURE'],
} as const;

const wanted = locale('BCP 47, for all texts. Default: company language.');

const getResult = route({
  ...shared,
  path: '/api/results/{analysisId}',
  id: 'getResult',
  summary: 'A result with what its page shows',
  description:
    'Matching variants, in tabs, with names, pictures, prices and reasons of the first ones. The analysis of another funnel is unknown ' +
    'here. A failure is an error, never a result without variants.',
  query: {
    locale: wanted,
    links: singleFlag('true: with the addresses of all variants, for events of shop pages.'),
  },
  answers: {
    200: json('The result. If nothing matches, variants is empty.', 'ResultView', { result: resultExample }, HEADERS),
  },
  handler:
    ({ clients }) =>
    ({ params, query: { locale, links = false }, ctx }) =>
      withDeadline(TIMEOUT_MS.result, async () => {
        const analysis = await findAnalysis(clients, ctx.state.host, params.analysisId, locale);
        return toReply(await loadResult(clients, analysis, { links }));
      }),
});

const getResultCards = route({
  ...shared,
  path: '/api/results/{analysisId}/cards',
  id: 'getResultCards',
  summary: 'Further variants of a result',
  description: 'Only variants that match this analysis, and the members of their sets; others are left out.',
  query: {
    locale: wanted,
    variantId: shopIds({
      description: `The merchant's variant ids, exact; repeat the key. At most ${MAX_RESULT_CARDS}.`,
      example: ['V1007', 'V2041'],
      max: MAX_RESULT_CARDS,
      required: true,
    }),
  },
  answers: { 200: json('By variant id.', 'ResultCards', { cards: { cards: cardExamples } }, HEADERS) },
  handler:
    ({ clients }) =>
    ({ params, query: { locale, variantId }, ctx }) =>
      withDeadline(TIMEOUT_MS.result, async () => {
        const analysis = await findAnalysis(clients, ctx.state.host, params.analysisId, locale);
        return toReply({ cards: await loadCards(clients, analysis, [...new Set(variantId)]) });
      }),
});

/** What the result page of a funnel requests, and components on shop pages: the analysis id is the capability, as for matches. */
export const results = [
  getResult,
  preflight('preflightResult', [getResult], ALLOWED),
  getResultCards,
  preflight('preflightResultCards', [getResultCards], ALLOWED),
];

const toReply = (content: ResultView | ResultCards): Reply<200> => ({
  ...sendJson(200, content, HEADERS),
  compression: 'onTheFly',
});
