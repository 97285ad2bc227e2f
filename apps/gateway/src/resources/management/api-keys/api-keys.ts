import type { ApiKey } from '@svc/proto';
import { getAuthor } from '../../../access/actor.js';
import { toIsoTime } from '../../../messages/iso-time.js';
import { KEY_ID } from '../../../openapi/example-ids.js';
import { json, page, sendJson, sendNothing, sendPage } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { paging, pathId, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { apiKeyExample, createdApiKeyExample } from './api-key-examples.js';
import { apiKeyRequest } from './api-key-schema.js';

const createApiKey = route({
  ...management,
  method: 'POST',
  path: `${COMPANY}/api-keys`,
  id: 'createApiKey',
  permission: 'manage:key.manage',
  summary: 'Create a Company API Key',
  description: 'At most 20 are active. The value is shown in this answer only.',
  params: company,
  body: jsonBody({
    schema: apiKeyRequest,
    schemaId: 'ApiKeyRequest',
    examples: { key: { name: 'Web shop', expiresAt: '2027-11-21T10:00:00Z' } },
    refused: 'The key was not created',
  }),
  answers: { 201: json('Created.', 'CreatedApiKey', { key: createdApiKeyExample }) },
  errors: ['API_KEY_LIMIT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body: { name, expiresAt, scopes }, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const { key, value } = await clients.funnelAdmin.createApiKey({
        companyId,
        name,
        scopes: [...new Set(scopes ?? [])],
        ...getAuthor(ctx.state.actor),
        ...(expiresAt ? { expireTime: new Date(expiresAt) } : {}),
      });
      if (!key) throw new Error('CreateApiKey answered without a key');
      ctx.state.audit?.add({ targets: { keyId: key.id } });
      const { lastUsedAt, revokedAt, ...shown } = toApiKey(key);
      return sendJson(201, { ...shown, value });
    },
});

const listApiKeys = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/api-keys`,
  id: 'listApiKeys',
  permission: 'manage:key.manage',
  summary: 'Keys without their values, newest first',
  params: company,
  query: paging,
  answers: { 200: page('ApiKeyPage', apiKeyExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { keys, nextPageToken } = await clients.funnelAdmin.listApiKeys({ companyId, ...toPage(query) });
      return sendPage(keys.map(toApiKey), nextPageToken);
    },
});

const revokeApiKey = route({
  ...management,
  method: 'DELETE',
  path: `${COMPANY}/api-keys/{keyId}`,
  id: 'revokeApiKey',
  permission: 'manage:key.manage',
  summary: 'Revoke a key',
  description: 'In force for every request that starts after the answer. Repeating it is not an error.',
  params: { ...company, keyId: pathId('Key id.', KEY_ID) },
  answers: { 204: { description: 'Revoked.' } },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      await clients.funnelAdmin.revokeApiKey({ companyId, apiKeyId: params.keyId });
      return sendNothing;
    },
});

/** Company API Keys. docs/management.md "Keys, versions, imports, erasure". */
export const apiKeys = [createApiKey, listApiKeys, revokeApiKey];

const toApiKey = ({ id, name, lastFour, scopes, ...key }: ApiKey) => ({
  id,
  name,
  lastFour,
  scopes,
  createdAt: toIsoTime(key.createTime),
  createdBy: key.userName || null,
  expiresAt: toIsoTime(key.expireTime),
  lastUsedAt: toIsoTime(key.lastUsedTime),
  revokedAt: toIsoTime(key.revokeTime),
});
