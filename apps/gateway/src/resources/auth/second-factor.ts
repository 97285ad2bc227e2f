import { requireFreshSignIn } from '../../access/authorize.js';
import type { RouteContext } from '../../context.js';
import { limitAttempts } from '../../middleware/rate-limit.js';
import { json, sendJson, sendNothing } from '../../route/answer.js';
import { jsonBody } from '../../route/body.js';
import { route } from '../../route/route.js';
import { auth, getSession } from './auth.js';
import { totpCode } from './auth-schema.js';

/** Changes of second factors require a fresh sign-in. docs/identity.md I3.4. */
const admitFresh =
  () =>
  ({ ctx }: { ctx: RouteContext }): void =>
    requireFreshSignIn({ kind: 'USER', session: getSession(ctx) });

const shared = {
  ...auth,
  permission: 'enrollment',
  errors: ['CONFLICT', 'REAUTHENTICATION_REQUIRED'],
  admit: admitFresh,
} as const;

const beginTotp = route({
  ...shared,
  method: 'POST',
  path: '/auth/totp',
  id: 'beginTotp',
  summary: 'Begin to set up an authenticator app',
  description: 'Takes effect with a first code (PUT). CONFLICT: there is one already.',
  answers: {
    200: json('What the app needs.', 'TotpEnrollment', {
      begun: {
        uri: 'otpauth://totp/Dashboard:ada%40glow.example?secret=ABCDEFGH&issuer=Dashboard',
        secret: 'ABCDEFGH',
      },
    }),
  },
  handler:
    ({ clients }) =>
    async ({ ctx }) => {
      const { uri, secret } = await clients.credentials.beginTotp({ userId: getSession(ctx).userId });
      return sendJson(200, { uri, secret });
    },
});

const codes = (description: string) =>
  json(description, 'RecoveryCodes', { codes: { recoveryCodes: ['abcd-efgh-jkmn', 'pqrs-tuvw-xyz2'] } });

const confirmTotp = route({
  ...shared,
  method: 'PUT',
  path: '/auth/totp',
  id: 'confirmTotp',
  summary: 'Complete it with a first code',
  description: 'All other sessions of the user end. The recovery codes are shown in this answer only.',
  body: jsonBody({
    schema: totpCode,
    schemaId: 'TotpCode',
    examples: { code: { code: '123456' } },
    refused: 'The authenticator app was not set up',
  }),
  answers: { 200: codes('It is set up.') },
  admit:
    ({ limits }) =>
    async ({ ctx }) => {
      admitFresh()({ ctx });
      await limitAttempts(ctx, limits, 'confirmation', getSession(ctx).sessionId);
    },
  handler:
    ({ clients }) =>
    async ({ body: { code }, ctx }) => {
      const { userId, sessionId } = getSession(ctx);
      const { recoveryCodes } = await clients.credentials.confirmTotp({ userId, sessionId, code });
      return sendJson(200, { recoveryCodes });
    },
});

const removeTotp = route({
  ...shared,
  method: 'DELETE',
  path: '/auth/totp',
  id: 'removeTotp',
  summary: 'Remove the authenticator app and the recovery codes',
  description: 'CONFLICT while a company of the user requires a second factor.',
  answers: { 204: { description: 'Removed.' } },
  handler:
    ({ clients }) =>
    async ({ ctx }) => {
      await clients.credentials.removeTotp({ userId: getSession(ctx).userId });
      return sendNothing;
    },
});

const createRecoveryCodes = route({
  ...shared,
  method: 'POST',
  path: '/auth/recovery-codes',
  id: 'createRecoveryCodes',
  summary: 'Replace the recovery codes',
  description: 'They are shown in this answer only. CONFLICT without an authenticator app.',
  answers: { 200: codes('The new codes.') },
  handler:
    ({ clients }) =>
    async ({ ctx }) => {
      const { recoveryCodes } = await clients.credentials.createRecoveryCodes({ userId: getSession(ctx).userId });
      return sendJson(200, { recoveryCodes });
    },
});

/** Second factors of the signed-in user. docs/identity.md I6. */
export const secondFactorRoutes = [beginTotp, confirmTotp, removeTotp, createRecoveryCodes];
