import { ROLES, type Role } from '@svc/domain';
/** The one of two roles with fewer permissions. */
export const getLowerRole = (one: Role, other: Role): Role => (ROLES.indexOf(one) > ROLES.indexOf(other) ? one : other);

export interface CompanyPolicy {
  mayInvite: boolean;
  requireTwoFactor: boolean;
  editorsMayPublish: boolean;
}

/** Of a company that has set none. */
export const DEFAULT_POLICY: CompanyPolicy = { mayInvite: false, requireTwoFactor: false, editorsMayPublish: false };
