/** Roles within a company, from the one with most permissions on. */
export const ROLES = ['ADMIN', 'EDITOR', 'ANALYST'] as const;
export type Role = (typeof ROLES)[number];

/** The one of two roles with fewer permissions. */
export const getLowerRole = (one: Role, other: Role): Role => (ROLES.indexOf(one) > ROLES.indexOf(other) ? one : other);

export type AuditActorKind = 'USER' | 'PLATFORM_TOKEN' | 'ANONYMOUS';
export type AuditOutcome = 'OK' | 'REFUSED' | 'FAILED' | 'UNKNOWN';

export interface CompanyPolicy {
  mayInvite: boolean;
  requireTwoFactor: boolean;
  editorsMayPublish: boolean;
}

/** Of a company that has set none. */
export const DEFAULT_POLICY: CompanyPolicy = { mayInvite: false, requireTwoFactor: false, editorsMayPublish: false };

/** Times of sessions and links, milliseconds. docs/identity.md I4, I5. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const IDLE_MS = 12 * HOUR_MS;
export const SESSION_MS = 7 * DAY_MS;
/** For the second factor of a sign-in. */
export const CHALLENGE_MS = 10 * MINUTE_MS;
export const FRESH_MS = 10 * MINUTE_MS;
export const INVITATION_MS = 7 * DAY_MS;
export const MAILED_RESET_MS = 30 * MINUTE_MS;
export const SHOWN_RESET_MS = 60 * MINUTE_MS;

export const addMs = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
