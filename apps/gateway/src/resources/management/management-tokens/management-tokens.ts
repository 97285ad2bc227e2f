import { ServiceError } from '@svc/kit';
import { type ManagementToken, roles } from '@svc/proto';
import { getActorId } from '../../../access/actor.js';
import { requiredTime, toIsoTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { KEY_ID } from '../../../openapi/example-ids.js';
import { json, page, sendJson, sendNothing } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { pathId } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { sendShortList, shortListPaging } from '../../../route/short-list.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { createdManagementTokenExample, managementTokenExample } from './management-token-examples.js';
import { managementTokenRequest } from './management-token-schema.js';

const TOKENS = `${COMPANY}/management-tokens`;
const shared = { ...management, permission: 'manage:token.manage' } as const;

const createManagementToken = route({
  ...shared,
  method: 'POST',
  path: TOKENS,
  id: 'createManagementToken',
  summary: 'Create a management token of your own',
  description:
    'With it, a program calls the management API for you in this company, as bearer token. At most 20 are active. The value is shown in this answer only. CONFLICT: there are 20, or the caller is no user.',
  params: company,
  body: jsonBody({
    schema: managementTokenRequest,
    schemaId: 'ManagementTokenRequest',
    examples: { token: { name: 'Nightly import', role: 'EDITOR', expiresAt: '2027-02-19T10:00:00Z' } },
    refused: 'The token was not created',
  }),
  answers: { 201: json('Created.', 'CreatedManagementToken', { token: createdManagementTokenExample }) },
  errors: ['CONFLICT', 'NOT_FOUND'],
  describe:
    () =>
    ({ body: { role } }) => ({ targets: { role } }),
  handler:
    ({ clients }) =>
    async ({ params, body: { name, role, expiresAt }, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const userId = getActorId(ctx.state.actor);
      if (userId === '') {
        throw new ServiceError('CONFLICT', 'A management token belongs to a user: sign in to create one.');
      }
      const { token, value } = await clients.tokens.createManagementToken({
        ...{ companyId, userId, name },
        ...{ role: roles.fromName(role), expireTime: new Date(expiresAt) },
      });
      const { lastUsedAt, revokedAt, ...shown } = present(requirePart(token));
      ctx.state.audit?.add({ targets: { tokenId: shown.id } });
      return sendJson(201, { ...shown, value });
    },
});

const listManagementTokens = route({
  ...shared,
  method: 'GET',
  path: TOKENS,
  id: 'listManagementTokens',
  summary: 'Your own management tokens of a company, newest first',
  description: 'At most 100, without their values. The platform token has none.',
  params: company,
  query: shortListPaging,
  answers: { 200: page('ManagementTokenPage', managementTokenExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const userId = getActorId(ctx.state.actor);
      if (userId === '') return sendShortList([], query);
      const { tokens } = await clients.tokens.listManagementTokens({ companyId, userId });
      return sendShortList(tokens.map(present), query);
    },
});

const revokeManagementToken = route({
  ...shared,
  method: 'DELETE',
  path: `${TOKENS}/{tokenId}`,
  id: 'revokeManagementToken',
  summary: 'Revoke a management token of your own',
  description: 'In force for every request that starts after the answer. Repeating it is not an error.',
  params: { ...company, tokenId: pathId('Id of the token.', KEY_ID) },
  answers: { 204: { description: 'Revoked.' } },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const userId = getActorId(ctx.state.actor);
      await clients.tokens.revokeManagementToken({ companyId, userId, tokenId: params.tokenId });
      return sendNothing;
    },
});

/** Tokens with which programs act for a user. docs/identity.md I12. */
export const managementTokens = [createManagementToken, listManagementTokens, revokeManagementToken];

const present = (token: ManagementToken) => ({
  id: token.id,
  name: token.name,
  role: roles.toName(token.role),
  lastFour: token.lastFour,
  createdAt: requiredTime(token.createTime),
  expiresAt: requiredTime(token.expireTime),
  lastUsedAt: toIsoTime(token.lastUsedTime),
  revokedAt: toIsoTime(token.revokeTime),
});
