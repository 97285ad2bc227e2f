import { type FunnelVersionSummary, versionStates } from '@svc/proto';
import { TIMEOUT_MS } from '../../../clients.js';
import { toIsoTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { FUNNEL_ID, VERSION_ID } from '../../../openapi/example-ids.js';
import { json, page, sendJson, sendPage } from '../../../route/answer.js';
import { optionalJsonBody } from '../../../route/body.js';
import { flag, paging, pathId, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { sendShortList, shortListPaging } from '../../../route/short-list.js';
import { funnelExample } from '../../v1/funnel-examples.js';
import { blueprintExample } from '../companies/company-examples.js';
import { COMPANY, company, FUNNEL, funnel, getCompany, management } from '../management.js';
import { funnelChanges } from './funnel-changes.js';
import { presentEditSummary } from './funnel-edits.js';
import { publishRequest } from './funnel-schema.js';
import { loadTemplates } from './templates/load-templates.js';

const versionExample = {
  ...funnelExample.version,
  state: 'PUBLISHED',
  createdAt: '2026-11-20T10:00:00.000Z',
  publishedAt: '2026-11-21T10:00:00.000Z',
};

const listFunnels = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/funnels`,
  id: 'listFunnels',
  permission: 'manage:funnel.read',
  summary: 'Funnels in order of creation',
  params: company,
  query: { ...paging, archived: flag('true: archived funnels in place of those in use.') },
  answers: {
    200: page('FunnelPage', {
      id: FUNNEL_ID,
      subdomain: 'beauty',
      name: 'Beauty quiz',
      host: null,
      paused: false,
      published: versionExample,
      draft: null,
      edit: { revision: 1795456800012, updatedAt: '2026-11-23T18:00:00.000Z', updatedBy: 'Ada' },
    }),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { archived, ...rest } = query;
      const { items, nextPageToken } = await clients.funnelAdmin.listFunnels({ companyId, archived, ...toPage(rest) });
      const data = items.map(({ id, subdomain, name, host, paused, published, draft, edit }) => ({
        id,
        subdomain,
        name,
        host: host ?? null,
        paused,
        published: published ? toVersion(published) : null,
        draft: draft ? toVersion(draft) : null,
        edit: edit ? presentEditSummary(edit) : null,
      }));
      return sendPage(data, nextPageToken);
    },
});

const listFunnelTemplates = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/funnel-templates`,
  id: 'listFunnelTemplates',
  permission: 'manage:funnel.read',
  summary: 'What a new funnel can begin with',
  description:
    'Questions with answers, in English and German; the language of the company is the default. Options ask only for tags that variants ' +
    'of the company have. The key is the template of a new funnel.',
  params: company,
  query: shortListPaging,
  answers: {
    200: page('FunnelTemplates', {
      key: 'one-question',
      name: { en: 'One question', de: 'Eine Frage' },
      description: { en: 'The goal of the shopper.', de: 'Das Ziel der Kundschaft.' },
      steps: blueprintExample.funnels[0]?.published.steps,
      missingTags: ['finish:matte'],
    }),
  },
  errors: ['MATCHER_FAILURE', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) =>
      sendShortList(await loadTemplates(clients, params.handle), query),
});

const getVersion = route({
  ...management,
  method: 'GET',
  path: `${FUNNEL}/versions/{versionId}`,
  id: 'getVersion',
  permission: 'manage:funnel.read',
  summary: 'One version with its steps',
  description: 'A version never changes. Its steps are those of a company file, so that two versions can be compared.',
  params: { ...funnel, versionId: pathId('Version id.', VERSION_ID) },
  answers: {
    200: json('The version.', 'FunnelVersionContent', {
      version: { ...versionExample, steps: blueprintExample.funnels[0]?.published.steps },
    }),
  },
  errors: ['VERSION_NOT_FOUND', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params: { subdomain, versionId, ...params } }) => {
      const { companyId } = await getCompany(clients, params);
      const found = await clients.funnelAdmin.describeVersion({ companyId, subdomain, versionId });
      const steps: unknown = JSON.parse(Buffer.from(found.stepsJson).toString());
      return sendJson(200, { ...toVersion(requirePart(found.version)), steps });
    },
});

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
    200: page('FunnelVersionPage', versionExample),
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
      return sendPage(versions.map(toVersion), nextPageToken);
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
  describe:
    () =>
    ({ query, body }) => ({ targets: { force: String(body.force === true || query.force) } }),
  handler:
    ({ clients }) =>
    async ({ params, query, body, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, subdomain: params.subdomain, force: body.force === true || query.force };
      const { versionId, number } = await clients.funnelAdmin.publishDraft(request, { timeoutMs: TIMEOUT_MS.publish });
      ctx.state.audit?.add({ targets: { version: String(number) } });
      return sendJson(200, { id: versionId, number });
    },
});

/** Funnels and their versions. docs/management.md. */
export const funnels = [listFunnels, listFunnelTemplates, ...funnelChanges, listVersions, getVersion, publishDraft];

function toVersion({ id, number, state, createTime, publishTime }: FunnelVersionSummary) {
  return {
    id,
    number,
    state: versionStates.toName(state),
    createdAt: toIsoTime(createTime),
    publishedAt: toIsoTime(publishTime),
  };
}
