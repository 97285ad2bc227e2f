import { sha256 } from '@svc/kit';
import { invitationStates, roles } from '@svc/proto';
import { requireUserSession } from '../../access/authorize.js';
import { requireDashboardOrigin } from '../../access/dashboard-origin.js';
import { createActorReader } from '../../access/read-actor.js';
import { requirePart } from '../../messages/require-part.js';
import { json, sendJson } from '../../route/answer.js';
import { jsonBody } from '../../route/body.js';
import { route } from '../../route/route.js';
import { admitLink, auth, getDevice, giveSession } from './auth.js';
import { shownInvitationExample } from './auth-examples.js';
import { acceptRequest, invitationToken } from './auth-schema.js';

const lookUpInvitation = route({
  ...auth,
  method: 'POST',
  path: '/auth/invitations/lookup',
  id: 'lookUpInvitation',
  permission: 'signIn',
  audit: 'never',
  summary: 'What an invitation offers',
  description: 'Consumes nothing.',
  body: jsonBody({
    schema: invitationToken,
    schemaId: 'InvitationToken',
    examples: { token: { token: '…' } },
    refused: 'The invitation was not looked up',
  }),
  answers: { 200: json('The invitation.', 'ShownInvitation', { pending: shownInvitationExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ body: { token }, ctx }) => {
      requireDashboardOrigin(ctx, pageAddress);
      const { invitation, hasAccount, companyName } = await clients.invitations.lookUpInvitation({ token });
      const { id, companyId, role, email, inviter, state } = requirePart(invitation);
      return sendJson(200, {
        invitationId: id,
        company: companyId === '' ? null : companyName,
        role: roles.toNullable(role),
        email,
        inviter,
        state: invitationStates.toName(state),
        hasAccount,
      });
    },
});

const acceptInvitation = route({
  ...auth,
  method: 'POST',
  path: '/auth/invitations/accept',
  id: 'acceptInvitation',
  permission: 'signIn',
  summary: 'Accept an invitation',
  description:
    'With a session: as this user, whose address must be that of the invitation. Otherwise with name and password of a new account, ' +
    'which is then signed in. UNAUTHORIZED: the address has an account; sign in first. CONFLICT: it was used, was revoked or has expired.',
  body: jsonBody({
    schema: acceptRequest,
    schemaId: 'InvitationAcceptance',
    examples: {
      newAccount: {
        token: '…',
        invitationId: shownInvitationExample.invitationId,
        name: 'Ada Lovelace',
        password: 'an even longer sentence',
      },
      account: { token: '…', invitationId: shownInvitationExample.invitationId },
    },
    refused: 'The invitation was not accepted',
  }),
  answers: {
    201: json('Accepted. `handle` is null for the platform.', 'AcceptedInvitation', { company: { handle: 'glow' } }),
  },
  errors: ['CONFLICT', 'NOT_FOUND'],
  describe:
    () =>
    ({ body: { token } }) => ({ subject: { $case: 'invitationHash', value: sha256(token) } }),
  admit: (deps) => {
    const readActor = createActorReader(deps);
    const admit = admitLink(deps);
    return async ({ body, ctx }) => {
      await admit({ ctx });
      // Name and password are for a new account, also where another user of the same browser is signed in.
      if (body.password === undefined) ctx.state.actor = requireUserSession(await readActor(ctx));
    };
  },
  handler:
    ({ clients, pageAddress }) =>
    async ({ body, ctx }) => {
      const { actor } = ctx.state;
      const accepted = await clients.invitations.acceptInvitation({
        token: body.token,
        invitationId: body.invitationId,
        userId: actor?.kind === 'USER' ? actor.session.userId : '',
        name: body.name ?? '',
        password: body.password ?? '',
        locale: body.locale ?? '',
        device: getDevice(ctx),
      });
      ctx.state.audit?.add({ subjectId: accepted.userId });
      const { items } = accepted.companyId
        ? await clients.funnelAdmin.describeCompanies({ companyIds: [accepted.companyId] })
        : { items: [] };
      const session = { token: accepted.sessionToken, endTime: accepted.endTime };
      const headers = accepted.sessionToken === '' ? {} : giveSession(ctx, pageAddress, session, false).headers;
      return sendJson(201, { handle: items[0]?.handle ?? null }, headers);
    },
});

/** Invitations, from the side of the invited. docs/identity.md I5. */
export const invitationRoutes = [lookUpInvitation, acceptInvitation];
