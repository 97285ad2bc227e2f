import { sha256 } from '@svc/kit';
import { requireDashboardOrigin } from '../../access/dashboard-origin.js';
import { writeSessionCookie } from '../../access/session-cookie.js';
import { limitAttempts } from '../../middleware/rate-limit.js';
import { json, type Reply, sendJson, sendNothing } from '../../route/answer.js';
import { jsonBody } from '../../route/body.js';
import { route } from '../../route/route.js';
import {
  admitConfirmation,
  auth,
  describeEmail,
  describeSession,
  getDevice,
  getSession,
  getTokenHash,
  giveSession,
} from './auth.js';
import { proofRequest, secondFactorRequest, signInRequest } from './auth-schema.js';

const FACTORS = ['TOTP', 'RECOVERY_CODE'];

const signIn = route({
  ...auth,
  method: 'POST',
  path: '/auth/sign-in',
  id: 'signIn',
  permission: 'signIn',
  summary: 'Sign in with address and password',
  description: 'SECOND_FACTOR: the session can do nothing but complete the sign-in, within ten minutes.',
  body: jsonBody({
    schema: signInRequest,
    schemaId: 'SignInRequest',
    examples: { signIn: { email: 'ada@glow.example', password: 'correct horse battery staple' } },
    refused: 'The sign-in was refused',
  }),
  answers: {
    200: json('The session has begun.', 'SignInStep', {
      done: { next: 'DONE' },
      secondFactor: { next: 'SECOND_FACTOR', factors: FACTORS },
    }),
  },
  describe: describeEmail,
  admit:
    ({ limits, pageAddress }) =>
    async ({ body: { email, bearer = false }, ctx }) => {
      if (!bearer) requireDashboardOrigin(ctx, pageAddress);
      const { source } = ctx.state;
      await limitAttempts(ctx, limits, 'signInSource', source);
      const account = sha256(email.normalize('NFC').toLowerCase()).toString('base64url');
      await limitAttempts(ctx, limits, 'signInAccount', `${source} ${account}`);
    },
  handler:
    ({ clients, pageAddress }) =>
    async ({ body: { email, password, bearer = false }, ctx }) => {
      const session = await clients.sessions.signIn({ email, password, device: getDevice(ctx) });
      const given = giveSession(ctx, pageAddress, session, bearer);
      const step = session.needsSecondFactor ? { next: 'SECOND_FACTOR', factors: FACTORS } : { next: 'DONE' };
      return sendJson(200, { ...step, ...given.body }, given.headers);
    },
});

const verifySecondFactor = route({
  ...auth,
  method: 'POST',
  path: '/auth/second-factor',
  id: 'verifySecondFactor',
  permission: 'signIn',
  summary: 'Complete a sign-in with a second factor',
  description: 'The session gets a new token, as a cookie or in the body, as the sign-in did. Five attempts.',
  body: jsonBody({
    schema: secondFactorRequest,
    schemaId: 'SecondFactorRequest',
    examples: { code: { code: '123456' }, recoveryCode: { recoveryCode: 'abcd-efgh-jkmn' } },
    refused: 'The sign-in was refused',
  }),
  answers: { 200: json('The sign-in is complete.', 'SignInStep', { done: { next: 'DONE' } }) },
  describe: describeSession,
  handler:
    ({ clients, pageAddress }) =>
    async ({ body, ctx }) => {
      const session = await clients.sessions.verifySecondFactor({
        tokenHash: getTokenHash(ctx, pageAddress),
        factor:
          'code' in body ? { $case: 'code', value: body.code } : { $case: 'recoveryCode', value: body.recoveryCode },
      });
      const given = giveSession(ctx, pageAddress, session, ctx.req.headers.authorization !== undefined);
      return sendJson(200, { next: 'DONE', ...given.body }, given.headers);
    },
});

const reauthenticate = route({
  ...auth,
  method: 'POST',
  path: '/auth/reauthenticate',
  id: 'reauthenticate',
  permission: 'enrollment',
  summary: 'Confirm the password or a code, for actions that require a fresh sign-in',
  body: jsonBody({
    schema: proofRequest,
    schemaId: 'ProofRequest',
    examples: { password: { password: 'correct horse battery staple' }, code: { code: '123456' } },
    refused: 'Nothing was confirmed',
  }),
  answers: { 204: { description: 'The sign-in is fresh for ten minutes.' } },
  admit: admitConfirmation,
  handler:
    ({ clients }) =>
    async ({ body, ctx }) => {
      const { sessionId } = getSession(ctx);
      await clients.sessions.reauthenticate({
        sessionId,
        factor: 'password' in body ? { $case: 'password', value: body.password } : { $case: 'code', value: body.code },
      });
      return sendNothing;
    },
});

const signOut = route({
  ...auth,
  method: 'POST',
  path: '/auth/sign-out',
  id: 'signOut',
  permission: 'signIn',
  summary: 'End the session',
  answers: { 204: { description: 'It has ended.' } },
  describe: describeSession,
  handler:
    ({ clients, pageAddress }) =>
    async ({ ctx }): Promise<Reply<204>> => {
      await clients.sessions.signOut({ tokenHash: getTokenHash(ctx, pageAddress) });
      return { status: 204, headers: { 'Set-Cookie': writeSessionCookie(pageAddress, '') } };
    },
});

/** Beginning, completing and ending a session. docs/identity.md I3. */
export const signInRoutes = [signIn, verifySecondFactor, reauthenticate, signOut];
