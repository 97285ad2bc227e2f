import { requiredTime } from '../../messages/iso-time.js';
import { json, sendJson, sendNothing } from '../../route/answer.js';
import { pathId } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { auth, getSession } from './auth.js';
import { sessionExample } from './auth-examples.js';

const listSessions = route({
  ...auth,
  method: 'GET',
  path: '/auth/sessions',
  id: 'listSessions',
  permission: 'session',
  summary: 'Sessions of the user, newest first',
  description: 'At most 100.',
  answers: { 200: json('All of them.', 'SessionList', { one: { data: [sessionExample], nextCursor: null } }) },
  handler:
    ({ clients }) =>
    async ({ ctx }) => {
      const { userId, sessionId } = getSession(ctx);
      const { items } = await clients.sessions.listSessions({ userId });
      const data = items.map(({ id, userAgent, network, createTime, lastSeenTime }) => ({
        id,
        userAgent,
        network,
        createdAt: requiredTime(createTime),
        lastSeenAt: requiredTime(lastSeenTime),
        isCurrent: id === sessionId,
      }));
      return sendJson(200, { data, nextCursor: null });
    },
});

const revokeSession = route({
  ...auth,
  method: 'DELETE',
  path: '/auth/sessions/{sessionId}',
  id: 'revokeSession',
  permission: 'session',
  summary: 'End a session of the user',
  description: 'In force for every request that starts after the answer.',
  params: { sessionId: pathId('Session id.', sessionExample.id) },
  answers: { 204: { description: 'It has ended.' } },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params: { sessionId }, ctx }) => {
      await clients.sessions.revokeSessions({ userId: getSession(ctx).userId, sessionId, exceptSessionId: '' });
      return sendNothing;
    },
});

const revokeOtherSessions = route({
  ...auth,
  method: 'DELETE',
  path: '/auth/sessions',
  id: 'revokeOtherSessions',
  permission: 'session',
  summary: 'End all other sessions of the user',
  answers: { 204: { description: 'They have ended.' } },
  handler:
    ({ clients }) =>
    async ({ ctx }) => {
      const { userId, sessionId } = getSession(ctx);
      await clients.sessions.revokeSessions({ userId, sessionId: '', exceptSessionId: sessionId });
      return sendNothing;
    },
});

/** Where the user is signed in. docs/identity.md I4. */
export const sessions = [listSessions, revokeSession, revokeOtherSessions];
