import { countOutcome, type Handlers, service, withoutNul } from '@svc/kit';
import { InvitationServiceService, roles } from '@svc/proto';
import { checkLocale } from '../domain/profile.js';
import type { acceptInvitation, lookUpInvitation } from '../usecases/accept-invitation.js';
import type { invitations } from '../usecases/invitations.js';
import { toDevice } from './session-service.js';
import { toInvitationMessage } from './to-proto.js';

const DEFAULT_LOCALE = 'en';

const count = <T>(outcome: string, action: Promise<T>): Promise<T> =>
  countOutcome('svc_invitations_total', action, () => outcome);

/** Invitations. The caller has authorized the inviter; who accepts needs the token of the link. */
export function createInvitationService(deps: {
  invitations: ReturnType<typeof invitations>;
  lookUp: ReturnType<typeof lookUpInvitation>;
  accept: ReturnType<typeof acceptInvitation>;
}) {
  const handlers: Handlers<typeof InvitationServiceService> = {
    async createInvitation({ companyId, companyName, dashboardOrigin, email, role, locale, invitedBy }) {
      const target = { companyId: companyId || null, companyName, dashboardOrigin };
      const request = {
        email,
        role: roles.toNullable(role),
        locale: checkLocale(locale || DEFAULT_LOCALE),
        invitedBy: invitedBy || null,
      };
      const { invitation, link } = await count('created', deps.invitations.create(target, request));
      return { invitation: toInvitationMessage(invitation), ...(link === undefined ? {} : { link }) };
    },

    async listInvitations({ companyId }) {
      return { invitations: (await deps.invitations.list(companyId || null)).map(toInvitationMessage) };
    },

    async resendInvitation({ companyId, companyName, invitationId, dashboardOrigin }) {
      const target = { companyId: companyId || null, companyName, dashboardOrigin };
      const link = await count('resent', deps.invitations.resend(target, invitationId));
      return link === undefined ? {} : { link };
    },

    async revokeInvitation({ companyId, invitationId }) {
      await count('revoked', deps.invitations.revoke(companyId || null, invitationId));
      return {};
    },

    async lookUpInvitation({ token }) {
      const { invitation, hasAccount } = await deps.lookUp(token);
      return { invitation: toInvitationMessage(invitation), hasAccount, companyName: invitation.companyName };
    },

    async acceptInvitation({ token, invitationId, userId, name, password, locale, device }) {
      const account = { name, password, locale: checkLocale(locale || DEFAULT_LOCALE), device: toDevice(device) };
      const accepted = await count('accepted', deps.accept(token, invitationId, userId === '' ? account : { userId }));
      return {
        companyId: accepted.companyId ?? '',
        userId: accepted.userId,
        sessionToken: accepted.session?.token ?? '',
        ...(accepted.session ? { endTime: accepted.session.endsAt } : {}),
      };
    },
  };
  return service(InvitationServiceService, withoutNul(handlers));
}
