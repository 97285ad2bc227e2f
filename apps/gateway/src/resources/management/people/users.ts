import type { User } from '@svc/proto';
import { getActorId } from '../../../access/actor.js';
import { getDashboardOrigin } from '../../../access/dashboard-origin.js';
import { toPaths } from '../../../audit/record.js';
import { toChanges } from '../../../audit/to-changes.js';
import { requirePart } from '../../../messages/require-part.js';
import { json, page, sendJson, sendNothing, sendPage } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { paging, pathId, text, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { presentUser } from '../../auth/present-user.js';
import { management } from '../management.js';
import { platformUserExample } from './people-examples.js';
import { userRequest } from './people-schema.js';

const USERS = '/api/admin/v1/users';
const shared = { ...management, permission: 'manage:user.manage' } as const;
const userPath = { userId: pathId('User id.', platformUserExample.id) };

const listUsers = route({
  ...shared,
  method: 'GET',
  path: USERS,
  id: 'listUsers',
  summary: 'Users of the platform, by address',
  query: { ...paging, query: text('Beginning of the address or of the name.', 'ada') },
  answers: { 200: page('PlatformUserPage', platformUserExample) },
  handler:
    ({ clients }) =>
    async ({ query }) => {
      const { users, nextPageToken } = await clients.members.listUsers({ query: query.query, ...toPage(query) });
      return sendPage(users.map(presentPlatformUser), nextPageToken);
    },
});

const updateUser = route({
  ...shared,
  method: 'PATCH',
  path: `${USERS}/{userId}`,
  id: 'updateUser',
  summary: 'Disable or enable a user, or change who administers the platform',
  description:
    'Disabling ends all sessions of the user. CONFLICT: your own account, or the last administrator of the platform.',
  params: userPath,
  body: jsonBody({
    schema: userRequest,
    schemaId: 'UserRequest',
    examples: { disable: { state: 'DISABLED' } },
    refused: 'The user was not changed',
  }),
  answers: { 200: json('The user.', 'PlatformUser', { disabled: { ...platformUserExample, state: 'DISABLED' } }) },
  errors: ['CONFLICT', 'NOT_FOUND'],
  describe:
    () =>
    ({ body: { state, platformAdmin } }) => ({
      targets: {
        ...(state === undefined ? {} : { state }),
        ...(platformAdmin === undefined ? {} : { platformAdmin: String(platformAdmin) }),
      },
    }),
  handler:
    ({ clients }) =>
    async ({ params: { userId }, body: { state, platformAdmin }, ctx }) => {
      const { user, former } = await clients.members.updateUser({
        userId,
        actorId: getActorId(ctx.state.actor),
        ...(state === undefined ? {} : { isDisabled: state === 'DISABLED' }),
        ...(platformAdmin === undefined ? {} : { isPlatformAdmin: platformAdmin }),
      });
      const saved = presentPlatformUser(requirePart(user));
      const changes = former && toChanges(presentPlatformUser(former), saved, ['/state', '/platformAdmin']);
      ctx.state.audit?.add({ changed: toPaths({ state, platformAdmin }), ...(changes ? { changes } : {}) });
      return sendJson(200, saved);
    },
});

const eraseUser = route({
  ...shared,
  method: 'DELETE',
  path: `${USERS}/{userId}`,
  id: 'eraseUser',
  summary: 'Erase a user',
  description:
    'Name, address, credentials, memberships, sessions, tokens and invitations are deleted, and the name at releases, keys and edits; ' +
    'the audit log keeps the id. Interrupted, it has disabled the account already, and a repeated request completes it. ' +
    'CONFLICT: your own account, or the last administrator of a company or of the platform.',
  params: userPath,
  answers: { 204: { description: 'Erased.' } },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params: { userId }, ctx }) => {
      const erased = { userId, actorId: getActorId(ctx.state.actor) };
      // The account goes last: until then the request can be repeated. Disabled, it records its name nowhere again.
      const { name } = await clients.members.eraseUser({ ...erased, beginOnly: true });
      await clients.funnelAdmin.forgetUser({ userId, userName: name });
      await clients.members.eraseUser(erased);
      return sendNothing;
    },
});

const createUserResetLink = route({
  ...shared,
  method: 'POST',
  path: `${USERS}/{userId}/password-reset`,
  id: 'createUserResetLink',
  summary: 'Create a link with which a user sets a password',
  params: userPath,
  answers: { 201: json('The link.', 'PasswordResetLink', { link: { link: 'https://dashboard.svc.example/reset#…' } }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ params: { userId } }) => {
      const dashboardOrigin = getDashboardOrigin(pageAddress);
      const { link } = await clients.credentials.createResetLink({ companyId: '', userId, dashboardOrigin });
      return sendJson(201, { link });
    },
});

/** Users of the platform. docs/identity.md I8. */
export const users = [listUsers, updateUser, eraseUser, createUserResetLink];

const presentPlatformUser = (user: User) => ({
  ...presentUser(user),
  state: user.isDisabled ? 'DISABLED' : 'ACTIVE',
  platformAdmin: user.isPlatformAdmin,
});
