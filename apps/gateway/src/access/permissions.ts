import { ROLES, type Role } from '@svc/domain';
import type { CompanyPolicy } from '@svc/proto';

/** Who has a permission: some roles always, some only where the policy of the company says so. Platform administrators have all. */
interface Grant {
  readonly roles: readonly Role[];
  readonly ifPolicy?: { readonly role: Role; readonly policy: keyof CompanyPolicy };
  /** Changes require a sign-in of the last ten minutes. */
  readonly isFresh?: true;
  /** Management tokens may do it nevertheless, although no user confirms it. */
  readonly isForTokens?: true;
}

const EVERYONE: Grant = { roles: ROLES };
const EDITORS: Grant = { roles: ['ADMIN', 'EDITOR'] };
const ADMINS: Grant = { roles: ['ADMIN'] };
const PLATFORM: Grant = { roles: [] };
const PUBLISHERS: Grant = { roles: ['ADMIN'], ifPolicy: { role: 'EDITOR', policy: 'editorsMayPublish' } };

/**
 * The only matrix of permissions and roles. Every management route names one of these permissions.
 * docs/identity.md I9.
 */
export const PERMISSIONS = {
  /** All companies of the platform. */
  'company.list': PLATFORM,
  'platform.read': PLATFORM,
  'company.create': PLATFORM,
  'user.manage': { ...PLATFORM, isFresh: true },
  'member.invite': { roles: [], ifPolicy: { role: 'ADMIN', policy: 'mayInvite' }, isFresh: true },
  'member.manage': { ...ADMINS, isFresh: true },
  'key.manage': { ...ADMINS, isFresh: true },
  /** Own management tokens, with at most the own role. */
  'token.manage': { ...EVERYONE, isFresh: true },
  'settings.read': EVERYONE,
  'settings.write': ADMINS,
  'integration.write': ADMINS,
  'delivery.read': EVERYONE,
  /** Also the bodies of deliveries, which contain contact data. */
  'delivery.redeliver': EDITORS,
  'funnel.read': EVERYONE,
  'funnel.check': EVERYONE,
  'funnel.edit': EDITORS,
  'funnel.publish': PUBLISHERS,
  'catalog.read': EVERYONE,
  'catalog.import': EDITORS,
  'tagging.write': EDITORS,
  'insight.read': EVERYONE,
  'insight.export': EVERYONE,
  'experiment.write': PUBLISHERS,
  'analysis.read': EVERYONE,
  'analysis.erase': { ...ADMINS, isFresh: true },
  /** What shoppers wrote to the chat. */
  'conversation.read': ADMINS,
  'conversation.erase': { ...ADMINS, isFresh: true },
  'audit.read': ADMINS,
  /** The whole company as a file, with its secrets. */
  'blueprint.write': { ...ADMINS, isFresh: true, isForTokens: true },
} as const satisfies Record<string, Grant>;

export type ManagementPermission = keyof typeof PERMISSIONS;

const getGrant = (permission: ManagementPermission): Grant => PERMISSIONS[permission];

/** Whether a member of a company has a permission there. @param policy - of that company. */
export function hasPermission(
  permission: ManagementPermission,
  role: Role,
  policy: CompanyPolicy | undefined,
): boolean {
  const { roles, ifPolicy } = getGrant(permission);
  return roles.includes(role) || (ifPolicy?.role === role && policy?.[ifPolicy.policy] === true);
}

/** Every permission of a member. */
export const listPermissions = (role: Role, policy: CompanyPolicy): ManagementPermission[] =>
  (Object.keys(PERMISSIONS) as ManagementPermission[]).filter((name) => hasPermission(name, role, policy));

export const needsFreshSignIn = (permission: ManagementPermission): boolean => getGrant(permission).isFresh === true;

/** Whether changes are only for users who have signed in, not for their management tokens. docs/identity.md I12.4. */
export const needsPerson = (permission: ManagementPermission): boolean =>
  needsFreshSignIn(permission) && getGrant(permission).isForTokens !== true;

/** Completes the sentence "This action requires …". */
export function describeGrant(permission: ManagementPermission): string {
  const { roles, ifPolicy } = getGrant(permission);
  const named = roles.length > 0 ? `the role ${roles.join(' or ')}` : 'a platform administrator';
  return ifPolicy
    ? `${named}; the role ${ifPolicy.role} has it only if the policy of the company allows it (${ifPolicy.policy})`
    : named;
}
