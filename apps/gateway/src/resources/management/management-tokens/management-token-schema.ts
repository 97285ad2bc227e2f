import { ROLES } from '@svc/domain';
import { z } from 'zod';
import { page } from '../page-schema.js';

const time = z.iso.datetime();

export const managementTokenRequest = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'The name must not be empty.')
      .max(100, 'The name must have at most 100 characters.'),
    role: z.enum(ROLES).describe('At most your own role. If yours becomes lower, so does that of the token.'),
    expiresAt: z.iso
      .datetime({
        offset: true,
        error: 'The time must be an ISO 8601 date-time with an offset, for example 2027-01-01T00:00:00Z.',
      })
      .describe('Must be in the next 366 days.'),
  })
  .meta({ id: 'ManagementTokenRequest' });

export const managementToken = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    lastFour: z.string(),
    createdAt: time,
    expiresAt: time,
    lastUsedAt: time.nullable(),
    revokedAt: time.nullable(),
  })
  .meta({ id: 'ManagementToken' });

export const createdManagementToken = managementToken
  .omit({ lastUsedAt: true, revokedAt: true })
  .extend({ value: z.string().describe('The token itself; shown here only.') })
  .meta({ id: 'CreatedManagementToken' });

export const managementTokenPage = page(managementToken, 'ManagementTokenPage');
