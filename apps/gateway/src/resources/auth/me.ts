import { sha256 } from '@svc/kit';
import { roles } from '@svc/proto';
import { getDashboardOrigin } from '../../access/dashboard-origin.js';
import { listPermissions } from '../../access/permissions.js';
import { toPaths } from '../../audit/record.js';
import type { Clients } from '../../clients.js';
import { requiredTime } from '../../messages/iso-time.js';
import { requirePart } from '../../messages/require-part.js';
import { json, sendJson, sendNothing, sendStatus } from '../../route/answer.js';
import { jsonBody } from '../../route/body.js';
import { route } from '../../route/route.js';
import { admitConfirmation, admitLink, auth, describeEmail, getSession } from './auth.js';
import { meExample, userExample } from './auth-examples.js';
import { passwordRequest, profileRequest, resetConfirmation, resetRequest } from './auth-schema.js';
import { presentUser } from './present-user.js';

const getMe = route({
  ...auth,
  method: 'GET',
  path: '/auth/me',
  id: 'getMe',
  permission: 'enrollment',
  summary: 'The signed-in user, with companies and permissions',
  answers: { 200: json('The user.', 'Me', { analyst: meExample }) },
  handler:
    ({ clients }) =>
    async ({ ctx }) => {
      const session = getSession(ctx);
      return sendJson(200, {
        user: presentUser(requirePart(session.user)),
        memberships: await listMemberships(clients, session.memberships),
        platformAdmin: session.platformAdmin,
        freshUntil: requiredTime(session.freshUntilTime),
        mustEnroll: session.mustEnroll,
      });
    },
});

async function listMemberships(
  { funnelAdmin }: Pick<Clients, 'funnelAdmin'>,
  memberships: ReturnType<typeof getSession>['memberships'],
) {
  if (memberships.length === 0) return [];
  const { items } = await funnelAdmin.describeCompanies({ companyIds: memberships.map(({ companyId }) => companyId) });
  const companies = new Map(items.map((item) => [item.companyId, item]));
  return memberships
    .flatMap(({ companyId, role, policy }) => {
      const company = companies.get(companyId);
      if (!company) return [];
      const name = roles.toName(role);
      return [
        {
          handle: company.handle,
          name: company.name,
          role: name,
          permissions: listPermissions(name, requirePart(policy)),
        },
      ];
    })
    .sort((a, b) => (a.handle < b.handle ? -1 : 1));
}

const updateMe = route({
  ...auth,
  method: 'PATCH',
  path: '/auth/me',
  id: 'updateMe',
  permission: 'enrollment',
  summary: 'Change name or language',
  body: jsonBody({
    schema: profileRequest,
    schemaId: 'ProfileRequest',
    examples: { language: { locale: 'de' } },
    refused: 'Nothing was changed',
  }),
  answers: { 200: json('The user.', 'User', { user: userExample }) },
  handler:
    ({ clients }) =>
    async ({ body: { name, locale }, ctx }) => {
      const { user } = await clients.credentials.updateProfile({
        userId: getSession(ctx).userId,
        ...(name === undefined ? {} : { name }),
        ...(locale === undefined ? {} : { locale }),
      });
      ctx.state.audit?.add({ changed: toPaths({ name, locale }) });
      return sendJson(200, presentUser(requirePart(user)));
    },
});

const changePassword = route({
  ...auth,
  method: 'POST',
  path: '/auth/password',
  id: 'changePassword',
  permission: 'enrollment',
  summary: 'Change the password',
  description: 'All other sessions of the user end.',
  body: jsonBody({
    schema: passwordRequest,
    schemaId: 'PasswordRequest',
    examples: { change: { current: 'correct horse battery staple', next: 'an even longer sentence' } },
    refused: 'The password was not changed',
  }),
  answers: { 204: { description: 'Changed.' } },
  admit: admitConfirmation,
  handler:
    ({ clients }) =>
    async ({ body: { current, next }, ctx }) => {
      const { userId, sessionId } = getSession(ctx);
      await clients.credentials.changePassword({ userId, sessionId, current, next });
      return sendNothing;
    },
});

const requestPasswordReset = route({
  ...auth,
  method: 'POST',
  path: '/auth/password-reset',
  id: 'requestPasswordReset',
  permission: 'signIn',
  summary: 'Request a link that sets a password',
  description: 'The answer is the same for every address. Without a mail server, an administrator creates the link.',
  body: jsonBody({
    schema: resetRequest,
    schemaId: 'PasswordResetRequest',
    examples: { reset: { email: 'ada@glow.example' } },
    refused: 'Nothing was requested',
  }),
  answers: { 202: { description: 'If the address has an account, a mail is on its way.' } },
  describe: describeEmail,
  admit: admitLink,
  handler:
    ({ clients, pageAddress }) =>
    async ({ body: { email } }) => {
      await clients.credentials.requestReset({ email, dashboardOrigin: getDashboardOrigin(pageAddress) });
      return sendStatus(202, {});
    },
});

const confirmPasswordReset = route({
  ...auth,
  method: 'POST',
  path: '/auth/password-reset/confirm',
  id: 'confirmPasswordReset',
  permission: 'signIn',
  summary: 'Set a password with a link',
  description: 'All sessions of the user end.',
  body: jsonBody({
    schema: resetConfirmation,
    schemaId: 'PasswordResetConfirmation',
    examples: { reset: { token: '…', password: 'an even longer sentence' } },
    refused: 'The password was not changed',
  }),
  answers: { 204: { description: 'Changed.' } },
  errors: ['NOT_FOUND'],
  describe:
    () =>
    ({ body: { token } }) => ({ subject: { $case: 'subjectResetHash', value: sha256(token) } }),
  admit: admitLink,
  handler:
    ({ clients }) =>
    async ({ body }) => {
      await clients.credentials.reset(body);
      return sendNothing;
    },
});

/** The user's own account. docs/identity.md I2, I7. */
export const me = [getMe, updateMe, changePassword, requestPasswordReset, confirmPasswordReset];
