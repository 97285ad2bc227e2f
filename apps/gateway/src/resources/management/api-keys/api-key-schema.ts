import { KEY_SCOPES } from '@svc/domain';
import { z } from 'zod';
import { page } from '../page-schema.js';

export const apiKeyRequest = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'The name must not be empty.')
      .max(100, 'The name must have at most 100 characters.'),
    expiresAt: z.iso
      .datetime({
        offset: true,
        error: 'The time must be an ISO 8601 date-time with an offset, for example 2027-01-01T00:00:00Z.',
      })
      .nullish()
      .describe('Must lie in the future. Left out: the key does not expire.'),
    scopes: z.array(z.enum(KEY_SCOPES)).min(1, 'scopes must have at least one entry, or be left out.').nullish(),
  })
  .meta({ id: 'ApiKeyRequest' });

const time = z.iso.datetime();

export const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    lastFour: z.string(),
    scopes: z.array(z.enum(KEY_SCOPES)),
    createdAt: time,
    createdBy: z
      .string()
      .nullable()
      .describe('Name of the user at that time; null: the platform token, a user who was erased, or not known.'),
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
    revokedAt: time.nullable(),
  })
  .meta({ id: 'ApiKey' });

export const createdApiKey = apiKey
  .omit({ lastUsedAt: true, revokedAt: true })
  .extend({ value: z.string().describe('The key itself; shown here only.') })
  .meta({ id: 'CreatedApiKey' });

export const apiKeyPage = page(apiKey, 'ApiKeyPage');
