import { roles, type Actor as SessionActor } from '@svc/proto';
import { hasPermission, type ManagementPermission } from './permissions.js';

/** Whose credential a request carries: a user's, by a session or by a management token. */
export type Actor = { readonly kind: 'PLATFORM_TOKEN' } | { readonly kind: 'USER'; readonly session: SessionActor };

/** The user's id; empty for the platform token. */
export const getActorId = (actor: Actor | undefined): string => (actor?.kind === 'USER' ? actor.session.userId : '');

/** Whose name a service stores, as fields of a request; without an id for the platform token. */
export function getAuthor(actor: Actor | undefined): { userName: string; userId?: string } {
  const userId = getActorId(actor);
  return userId === '' ? { userName: '' } : { userName: getActorName(actor), userId };
}

/** The id of the management token by which a user's program acts; undefined for sessions and the platform token. */
export const getManagementTokenId = (actor: Actor | undefined): string | undefined =>
  actor?.kind === 'USER' ? actor.session.managementTokenId || undefined : undefined;

/** The display name of the user; empty for the platform token. */
export const getActorName = (actor: Actor | undefined): string =>
  actor?.kind === 'USER' ? (actor.session.user?.name ?? '') : '';

/** The platform token or a platform administrator. */
export const isPlatformAdmin = (actor: Actor): boolean =>
  actor.kind === 'PLATFORM_TOKEN' || actor.session.platformAdmin;

/** Whether the actor has a permission in a company. */
export function hasActorPermission(
  actor: Actor | undefined,
  companyId: string,
  permission: ManagementPermission,
): boolean {
  if (!actor) return false;
  if (isPlatformAdmin(actor)) return true;
  const membership = actor.kind === 'USER' && actor.session.memberships.find((one) => one.companyId === companyId);
  return membership ? hasPermission(permission, roles.toName(membership.role), membership.policy) : false;
}
