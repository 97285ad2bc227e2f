import { type Invitation, invitationStates, roles } from '@svc/proto';
import { getActorId } from '../../../access/actor.js';
import { getDashboardOrigin } from '../../../access/dashboard-origin.js';
import { requiredTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { json, page, sendJson, sendNothing } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { pathId } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { sendShortList, shortListPaging } from '../../../route/short-list.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { createdInvitationExample, invitationExample } from './people-examples.js';
import { invitationRequest, platformInvitationRequest } from './people-schema.js';

const INVITATIONS = `${COMPANY}/invitations`;
const PLATFORM_INVITATIONS = '/api/admin/v1/invitations';
const invitationId = pathId('Invitation id.', invitationExample.id);
const CREATED =
  'The link is mailed; where mail cannot be sent, it is in this answer. Valid for 7 days. CONFLICT with the id in `details`: an invitation ' +
  'of this address is pending.';
const RESENT =
  'With a new link, valid for 7 days; the earlier one no longer works. Five links in all, and once a minute.';
const REVOKED = 'Repeating it is not an error. CONFLICT: it was accepted.';
const resent = {
  202: json('Sent.', 'ResentInvitation', { mailed: {}, shown: { link: createdInvitationExample.link } }),
};
const created = { 201: json('Created.', 'CreatedInvitation', { shown: createdInvitationExample }) };

const createInvitation = route({
  ...management,
  method: 'POST',
  path: INVITATIONS,
  id: 'createInvitation',
  permission: 'manage:member.invite',
  summary: 'Invite a user to the company',
  description: CREATED,
  params: company,
  body: jsonBody({
    schema: invitationRequest,
    schemaId: 'InvitationRequest',
    examples: { admin: { email: 'ada@glow.example', role: 'ADMIN' } },
    refused: 'The invitation was not created',
  }),
  answers: created,
  errors: ['CONFLICT', 'NOT_FOUND'],
  describe:
    () =>
    ({ body: { role } }) => ({ targets: { role } }),
  handler:
    ({ clients, pageAddress }) =>
    async ({ params, body: { email, role, locale }, ctx }) => {
      const { companyId, name: companyName } = await getCompany(clients, params);
      const answer = await clients.invitations.createInvitation({
        ...{ companyId, companyName, email, role: roles.fromName(role), locale: locale ?? '' },
        ...{ invitedBy: getActorId(ctx.state.actor), dashboardOrigin: getDashboardOrigin(pageAddress) },
      });
      ctx.state.audit?.add({ targets: { invitationId: requirePart(answer.invitation).id } });
      return sendJson(201, presentCreated(answer));
    },
});

const invitePlatformAdmin = route({
  ...management,
  method: 'POST',
  path: PLATFORM_INVITATIONS,
  id: 'invitePlatformAdmin',
  permission: 'manage:user.manage',
  summary: 'Invite a platform administrator',
  description: CREATED,
  body: jsonBody({
    schema: platformInvitationRequest,
    schemaId: 'PlatformInvitationRequest',
    examples: { admin: { email: 'ops@svc.example' } },
    refused: 'The invitation was not created',
  }),
  answers: created,
  errors: ['CONFLICT'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ body: { email, locale }, ctx }) => {
      const answer = await clients.invitations.createInvitation({
        ...{ companyId: '', companyName: '', email, role: roles.fromNullable(null), locale: locale ?? '' },
        ...{ invitedBy: getActorId(ctx.state.actor), dashboardOrigin: getDashboardOrigin(pageAddress) },
      });
      ctx.state.audit?.add({ targets: { invitationId: requirePart(answer.invitation).id } });
      return sendJson(201, presentCreated(answer));
    },
});

const listInvitations = route({
  ...management,
  method: 'GET',
  path: INVITATIONS,
  id: 'listInvitations',
  permission: 'manage:member.manage',
  summary: 'The newest 200 invitations',
  params: company,
  query: shortListPaging,
  answers: { 200: page('InvitationPage', invitationExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { invitations } = await clients.invitations.listInvitations({ companyId });
      return sendShortList(invitations.map(presentInvitation), query);
    },
});

const resendInvitation = route({
  ...management,
  method: 'POST',
  path: `${INVITATIONS}/{invitationId}/resend`,
  id: 'resendInvitation',
  permission: 'manage:member.invite',
  summary: 'Send an invitation again',
  description: RESENT,
  params: { ...company, invitationId },
  answers: resent,
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ params }) => {
      const { companyId, name: companyName } = await getCompany(clients, params);
      const { link } = await clients.invitations.resendInvitation({
        ...{ companyId, companyName, invitationId: params.invitationId },
        dashboardOrigin: getDashboardOrigin(pageAddress),
      });
      return sendJson(202, link === undefined ? {} : { link });
    },
});

const revokeInvitation = route({
  ...management,
  method: 'DELETE',
  path: `${INVITATIONS}/{invitationId}`,
  id: 'revokeInvitation',
  permission: 'manage:member.invite',
  summary: 'Revoke an invitation',
  description: REVOKED,
  params: { ...company, invitationId },
  answers: { 204: { description: 'Revoked.' } },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      await clients.invitations.revokeInvitation({ companyId, invitationId: params.invitationId });
      return sendNothing;
    },
});

const ofPlatform = { ...management, permission: 'manage:user.manage' } as const;

const listPlatformInvitations = route({
  ...ofPlatform,
  method: 'GET',
  path: PLATFORM_INVITATIONS,
  id: 'listPlatformInvitations',
  summary: 'The newest 200 invitations of platform administrators',
  query: shortListPaging,
  answers: { 200: page('InvitationPage', { ...invitationExample, role: null }) },
  handler:
    ({ clients }) =>
    async ({ query }) => {
      const { invitations } = await clients.invitations.listInvitations({ companyId: '' });
      return sendShortList(invitations.map(presentInvitation), query);
    },
});

const resendPlatformInvitation = route({
  ...ofPlatform,
  method: 'POST',
  path: `${PLATFORM_INVITATIONS}/{invitationId}/resend`,
  id: 'resendPlatformInvitation',
  summary: 'Send the invitation of a platform administrator again',
  description: RESENT,
  params: { invitationId },
  answers: resent,
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ params }) => {
      const { link } = await clients.invitations.resendInvitation({
        ...{ companyId: '', companyName: '', invitationId: params.invitationId },
        dashboardOrigin: getDashboardOrigin(pageAddress),
      });
      return sendJson(202, link === undefined ? {} : { link });
    },
});

const revokePlatformInvitation = route({
  ...ofPlatform,
  method: 'DELETE',
  path: `${PLATFORM_INVITATIONS}/{invitationId}`,
  id: 'revokePlatformInvitation',
  summary: 'Revoke the invitation of a platform administrator',
  description: REVOKED,
  params: { invitationId },
  answers: { 204: { description: 'Revoked.' } },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      await clients.invitations.revokeInvitation({ companyId: '', invitationId: params.invitationId });
      return sendNothing;
    },
});

/** Invitations, from the side of the inviter. docs/identity.md I5. */
export const invitations = [
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  invitePlatformAdmin,
  listPlatformInvitations,
  resendPlatformInvitation,
  revokePlatformInvitation,
];

function presentCreated({ invitation, link }: { invitation?: Invitation | undefined; link?: string | undefined }) {
  const { id, expireTime } = requirePart(invitation);
  return { id, expiresAt: requiredTime(expireTime), ...(link === undefined ? {} : { link }) };
}

const presentInvitation = (invitation: Invitation) => ({
  id: invitation.id,
  email: invitation.email,
  role: roles.toNullable(invitation.role),
  state: invitationStates.toName(invitation.state),
  inviter: invitation.inviter || null,
  createdAt: requiredTime(invitation.createTime),
  expiresAt: requiredTime(invitation.expireTime),
  sentCount: invitation.sentCount,
});
