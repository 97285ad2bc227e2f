/** Roles within a company, from the one with most permissions on. docs/identity.md I8. */
export const ROLES = ['ADMIN', 'EDITOR', 'ANALYST'] as const;
export type Role = (typeof ROLES)[number];

/** What a company may decide about its members. */
export const COMPANY_POLICIES = ['mayInvite', 'requireTwoFactor', 'editorsMayPublish'] as const;
