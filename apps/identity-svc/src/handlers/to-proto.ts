import {
  type Actor as ActorMessage,
  type Invitation as InvitationMessage,
  invitationStates,
  type Member as MemberMessage,
  type CompanyPolicy as PolicyMessage,
  roles,
  type User as UserMessage,
} from '@svc/proto';
import type { Actor } from '../db/find-actor.js';
import type { TokenActor } from '../db/management-tokens.js';
import type { Member } from '../db/members.js';
import type { User } from '../db/users.js';
import { addMs, FRESH_MS } from '../domain/lifetimes.js';
import type { CompanyPolicy } from '../domain/roles.js';
import type { Invitation } from '../usecases/invitations.js';

export const toUserMessage = (user: User): UserMessage => ({
  id: user.id,
  email: user.email,
  name: user.name,
  locale: user.locale,
  hasSecondFactor: user.hasSecondFactor,
  isPlatformAdmin: user.isPlatformAdmin,
  isDisabled: user.isDisabled,
  createTime: user.createdAt,
  ...(user.lastSignInAt ? { lastSignInTime: user.lastSignInAt } : {}),
});

export const toPolicyMessage = ({ mayInvite, requireTwoFactor, editorsMayPublish }: CompanyPolicy): PolicyMessage => ({
  mayInvite,
  requireTwoFactor,
  editorsMayPublish,
});

export const toActorMessage = (actor: Actor): ActorMessage => ({
  userId: actor.user.id,
  sessionId: actor.sessionId,
  platformAdmin: actor.user.isPlatformAdmin,
  memberships: actor.memberships.map(({ companyId, role, ...policy }) => ({
    companyId,
    role: roles.fromName(role),
    policy: toPolicyMessage(policy),
  })),
  freshUntilTime: addMs(actor.authenticatedAt, FRESH_MS),
  mustEnroll: !actor.user.hasSecondFactor && actor.memberships.some(({ requireTwoFactor }) => requireTwoFactor),
  awaitsSecondFactor: actor.awaitsFactor,
  user: toUserMessage(actor.user),
  managementTokenId: '',
  mustRenew: actor.mustRenew,
});

/** A token is never a platform administrator and never fresh: it acts in one company only, and no person confirms what it does. */
export const toTokenActorMessage = ({ tokenId, user, membership }: TokenActor): ActorMessage => {
  const { companyId, role, ...policy } = membership;
  return {
    userId: user.id,
    sessionId: '',
    platformAdmin: false,
    memberships: [{ companyId, role: roles.fromName(role), policy: toPolicyMessage(policy) }],
    mustEnroll: !user.hasSecondFactor && policy.requireTwoFactor,
    awaitsSecondFactor: false,
    user: toUserMessage(user),
    managementTokenId: tokenId,
    mustRenew: false,
  };
};

export const toMemberMessage = ({ user, role, createdAt }: Member): MemberMessage => ({
  user: toUserMessage(user),
  role: roles.fromName(role),
  createTime: createdAt,
});

export const toInvitationMessage = (invitation: Invitation): InvitationMessage => ({
  id: invitation.id,
  companyId: invitation.companyId ?? '',
  email: invitation.email,
  role: roles.fromNullable(invitation.role),
  state: invitationStates.fromName(invitation.state),
  inviter: invitation.inviter,
  createTime: invitation.createdAt,
  expireTime: invitation.expiresAt,
  sentCount: invitation.sentCount,
});
