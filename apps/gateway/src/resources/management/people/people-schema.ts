import { ROLES } from '@svc/domain';
import { z } from 'zod';
import { user } from '../../auth/auth-schema.js';
import { page } from '../page-schema.js';

const email = z
  .string()
  .min(3, 'The address must not be empty.')
  .max(254, 'The address must have at most 254 characters.');
const locale = z.string().min(2, 'The locale must be a BCP 47 tag.').max(35, 'The locale must be a BCP 47 tag.');
const time = z.iso.datetime();

export const invitationRequest = z
  .strictObject({
    email,
    role: z.enum(ROLES),
    locale: locale.optional().describe('Language of the mail. Default: en.'),
  })
  .meta({ id: 'InvitationRequest' });
export const platformInvitationRequest = z
  .strictObject({ email, locale: locale.optional() })
  .meta({ id: 'PlatformInvitationRequest' });
export const roleRequest = z.strictObject({ role: z.enum(ROLES) }).meta({ id: 'RoleRequest' });
export const userRequest = z
  .strictObject({ state: z.enum(['ACTIVE', 'DISABLED']).optional(), platformAdmin: z.boolean().optional() })
  .meta({ id: 'UserRequest' });

export const policy = z
  .strictObject({
    mayInvite: z.boolean().describe('Admins of the company may invite users. Only platform administrators change it.'),
    requireTwoFactor: z.boolean().describe('Members must set up a second factor before they can do anything else.'),
    editorsMayPublish: z.boolean().describe('Editors may publish.'),
  })
  .meta({ id: 'CompanyPolicy' });

export const invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES).nullable().describe('null: a platform administrator.'),
    state: z.enum(['PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED']),
    inviter: z.string().nullable().describe('null: the platform token.'),
    createdAt: time,
    expiresAt: time,
    sentCount: z.int(),
  })
  .meta({ id: 'Invitation' });
export const invitationList = page(invitation, 'InvitationPage');
export const createdInvitation = z
  .object({
    id: z.string(),
    expiresAt: time,
    link: z
      .string()
      .optional()
      .describe('Only where mail cannot be sent: for the inviter to hand over; shown here only.'),
  })
  .meta({ id: 'CreatedInvitation' });
export const resentInvitation = z.object({ link: z.string().optional() }).meta({ id: 'ResentInvitation' });
export const resetLink = z
  .object({ link: z.string().describe('Valid for 60 minutes; works once; shown here only.') })
  .meta({ id: 'PasswordResetLink' });

export const sessionCount = z.object({ active: z.int() }).meta({ id: 'SessionCount' });

export const member = user.extend({ role: z.enum(ROLES), memberSince: time }).meta({ id: 'Member' });
export const memberPage = page(member, 'MemberPage');
export const platformUser = user
  .extend({ state: z.enum(['ACTIVE', 'DISABLED']), platformAdmin: z.boolean() })
  .meta({ id: 'PlatformUser' });
export const platformUserPage = page(platformUser, 'PlatformUserPage');

export const administratorList = page(z.object({ name: z.string() }), 'AdministratorList');
