import { FUNNEL_ID, VERSION_ID } from '../../openapi/example-ids.js';
import { json, sendJson } from '../../route/answer.js';
import { locale, optionalId, pathId } from '../../route/parameter.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { funnelExample } from './funnel-examples.js';
import { getApiKeyHash, KEYED_HEADERS, QUOTA_HEADERS } from './keyed.js';

const getFunnel = route({
  method: 'GET',
  path: '/api/v1/funnels/{funnelId}',
  id: 'getFunnel',
  tag: 'v1',
  summary: 'Read a questionnaire',
  description: 'Steps and option keys of one funnel version. Submit option keys, never captions.',
  permission: 'funnel.read',
  params: { funnelId: pathId('Funnel id.', FUNNEL_ID) },
  query: {
    locale: locale('BCP 47; falls back to the language, the company language, the default text.'),
    versionId: optionalId('The current published version (default) or the current draft.', VERSION_ID),
  },
  answers: { 200: json('The funnel.', 'Funnel', { funnel: funnelExample }, QUOTA_HEADERS) },
  errors: ['NOT_FOUND', 'FUNNEL_NOT_PUBLISHED', 'VERSION_NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query, ctx }) => {
      const { body } = await clients.funnel.getFunnel({ apiKeyHash: getApiKeyHash(ctx), ...params, ...query });
      return sendJson(200, body);
    },
});

/** Questionnaires for headless clients. docs/contract.md. */
export const funnels = [getFunnel, preflight('preflightFunnel', [getFunnel], { headers: KEYED_HEADERS })];
