import { ROLES } from '@svc/domain';
import { z } from 'zod';

/** Bounds the work of hashing; identity-svc has the rules of passwords. */
const password = z
  .string()
  .min(1, 'The password must not be empty.')
  .max(1_000, 'The password must have at most 1000 characters.');
const email = z
  .string()
  .min(3, 'The address must not be empty.')
  .max(254, 'The address must have at most 254 characters.');
const token = z.string().min(1, 'The token must not be empty.').max(200, 'The token must have at most 200 characters.');
const code = z.string().min(6, 'The code must have six digits.').max(20, 'The code must have six digits.');
const recoveryCode = z
  .string()
  .min(1, 'The code must not be empty.')
  .max(50, 'The code must have at most 50 characters.');
const name = z
  .string()
  .trim()
  .min(1, 'The name must not be empty.')
  .max(100, 'The name must have at most 100 characters.');
const locale = z.string().min(2, 'The locale must be a BCP 47 tag.').max(35, 'The locale must be a BCP 47 tag.');
const time = z.iso.datetime();

export const signInRequest = z
  .strictObject({ email, password, bearer: z.boolean().optional().describe('Return the token instead of a cookie.') })
  .meta({ id: 'SignInRequest' });
export const secondFactorRequest = z
  .union([z.strictObject({ code }), z.strictObject({ recoveryCode })], 'Either code or recoveryCode must be given.')
  .meta({ id: 'SecondFactorRequest' });
export const proofRequest = z
  .union([z.strictObject({ password }), z.strictObject({ code })], 'Either password or code must be given.')
  .meta({ id: 'ProofRequest' });
export const profileRequest = z
  .strictObject({ name: name.optional(), locale: locale.optional() })
  .meta({ id: 'ProfileRequest' });
export const passwordRequest = z.strictObject({ current: password, next: password }).meta({ id: 'PasswordRequest' });
export const resetRequest = z.strictObject({ email }).meta({ id: 'PasswordResetRequest' });
export const resetConfirmation = z.strictObject({ token, password }).meta({ id: 'PasswordResetConfirmation' });
export const totpCode = z.strictObject({ code }).meta({ id: 'TotpCode' });
export const invitationToken = z.strictObject({ token }).meta({ id: 'InvitationToken' });
export const acceptRequest = z
  .strictObject({
    token,
    invitationId: z.string().min(1, 'The id must not be empty.').max(100, 'The id must have at most 100 characters.'),
    name: name.optional().describe('Of a new account.'),
    password: password.optional().describe('Of a new account.'),
    locale: locale.optional(),
  })
  .meta({ id: 'InvitationAcceptance' });

const signInStep = z.object({
  next: z.enum(['DONE', 'SECOND_FACTOR']),
  factors: z.array(z.enum(['TOTP', 'RECOVERY_CODE'])).optional(),
  token: z.string().optional().describe('Only with `bearer`.'),
  expiresAt: time.optional().describe('Only with `bearer`.'),
});
export const signInAnswer = signInStep.meta({ id: 'SignInStep' });

export const user = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    locale: z.string(),
    hasSecondFactor: z.boolean(),
    createdAt: time,
    lastSignInAt: time.nullable(),
  })
  .meta({ id: 'User' });

export const me = z
  .object({
    user,
    memberships: z.array(
      z.object({
        handle: z.string(),
        name: z.string(),
        role: z.enum(ROLES),
        permissions: z.array(z.string()).describe('What the role may do, by the names of docs/identity.md I9.'),
      }),
    ),
    platformAdmin: z.boolean(),
    freshUntil: time.describe('Until then no action asks for the password again.'),
    mustEnroll: z.boolean().describe('A company requires a second factor, which must be set up first.'),
  })
  .meta({ id: 'Me' });

export const totpEnrollment = z
  .object({ uri: z.string().describe('For a QR code.'), secret: z.string().describe('Base32.') })
  .meta({ id: 'TotpEnrollment' });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export const sessionList = z
  .object({
    data: z.array(
      z.object({
        id: z.string(),
        userAgent: z.string(),
        network: z.string().describe('Network of the client; empty: unknown.'),
        createdAt: time,
        lastSeenAt: time,
        isCurrent: z.boolean(),
      }),
    ),
    nextCursor: z.null(),
  })
  .meta({ id: 'SessionList' });
export const shownInvitation = z
  .object({
    invitationId: z.string(),
    company: z.string().nullable().describe('null: the platform.'),
    role: z.enum(ROLES).nullable(),
    email: z.string(),
    inviter: z.string(),
    state: z.enum(['PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED']),
    hasAccount: z.boolean(),
  })
  .meta({ id: 'ShownInvitation' });
export const acceptedInvitation = z.object({ handle: z.string().nullable() }).meta({ id: 'AcceptedInvitation' });
