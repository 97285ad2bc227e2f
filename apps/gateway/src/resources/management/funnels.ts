import { versionStates } from '@svc/proto';
import { TIMEOUT_MS } from '../../clients.js';
import { VERSION_ID } from '../../openapi/example-ids.js';
import { json, page, sendJson, sendPage } from '../../route/answer.js';
import { optionalJsonBody } from '../../route/body.js';
import { flag, paging, toPage } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { funnelExample } from '../v1/funnel-examples.js';
import { publishRequest } from './funnel-schema.js';
import { toIsoTime } from './iso-time.js';
import { FUNNEL, funnel, getCompany, management } from './management.js';

const listVersions = route({
  ...management,
  method: 'GET',
  path: `${FUNNEL}/versions`,
  id: 'listVersions',
  permission: 'manage:funnel.read',
  summary: 'Versions of a funnel, newest first',
  params: funnel,
  query: paging,
  answers: {
    200: page('FunnelVersionPage', {
      ...funnelExample.version,
      state: 'PUBLISHED',
      createdAt: '2026-11-20T10:00:00.000Z',
      publishedAt: '2026-11-21T10:00:00.000Z',
    }),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { subdomain } = params;
      const { versions, nextPageToken } = await clients.funnelAdmin.listVersions({
        companyId,
        subdomain,
        ...toPage(query),
      });
      const data = versions.map(({ id, number, state, createTime, publishTime }) => ({
        id,
        number,
        state: versionStates.toName(state),
        createdAt: toIsoTime(createTime),
        publishedAt: toIsoTime(publishTime),
      }));
      return sendPage(data, nextPageToken);
    },
});

const publishDraft = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/publish`,
  id: 'publishDraft',
  permission: 'manage:funnel.publish',
  summary: 'Publish the current draft',
  description:
    'Checks the draft first. New dead ends (answers that match nothing, but match something in the published version) are 409 ' +
    'CONFLICT with the dead ends as details. force publishes unchecked, also while matching is unavailable, which is 503 otherwise.',
  params: funnel,
  query: { force: flag('Publish without a check; as in the body.') },
  body: optionalJsonBody({
    schema: publishRequest,
    schemaId: 'PublishRequest',
    examples: { unchecked: { force: true } },
    refused: 'The draft was not published',
  }),
  answers: { 200: json('Published.', 'PublishedVersion', { version: { id: VERSION_ID, number: 4 } }) },
  errors: ['FUNNEL_NOT_PUBLISHED', 'CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query, body }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, subdomain: params.subdomain, force: body.force === true || query.force };
      const { versionId, number } = await clients.funnelAdmin.publishDraft(request, { timeoutMs: TIMEOUT_MS.publish });
      return sendJson(200, { id: versionId, number });
    },
});

/** Versions of funnels. docs/management.md. */
export const funnels = [listVersions, publishDraft];
